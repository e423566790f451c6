import { type CellOf, column, hasNumber, isNegative, type Layout, moneyMoved, paid } from './layout.ts'
import { unnamedAfter } from './column-names.ts'

/** What DEGIRO calls its columns: in English, Dutch, German, Spanish, French, Italian and Portuguese. */
const NAMES = {
  date: /^(?:date|datum|fecha|data)$/,
  product: /^(?:product|produkt|producto|produit|prodotto|produto)$/,
  isin: /^(?:code |código )?isin$/,
  quantity: /^(?:quantity|aantal|anzahl|número|quantité|quantità|quantidade)$/,
  price: /^(?:price|koers|kurs|precio|cours|quotazione|preço)$/,
  localValue:
    /^(?:local value|lokale waarde|waarde lokale valuta|wert in lokalwährung?|valor local|valeur locale|montant devise locale|valore locale)$/,
  exchangeRate:
    /^(?:exchange rate|wisselkoers|wechselkurs|tipo de cambio|taux de change|tasso di cambio|taxa de câmbio)$/,
  total: /^(?:total|totaal|gesamt|totale|montant négocié)(?: [a-z]{3})?$/,
  orderId: /^(?:order[ -]id|id orden|id ordre|id ordine|id da ordem)$/,
  valueDate: /^(?:value date|valuta(?:datum)?|fecha valor|date de(?: valeur)?|data valore?)$/,
  description: /^(?:description|omschrijving|beschreibung|descripción|descrizione|descrição)$/,
  change: /^(?:change|mutatie|änderung|variación|mouvements|variazioni|mudança)$/,
  balance: /^(?:balance|saldo|solde)$/,
  time: /^(?:time|tijd|uhrzeit|hora|heure|ora)$/,
  fx: /^(?:fx|tipo|t\.)$/,
}
type Name = keyof typeof NAMES

/** Those of the transaction and of its conversion. */
const FEES =
  /^(?:.*\bautofx\b.*|(?:transaction and\/or third|transactiekosten|transaktions?(?:gebühren|kost)|costes? de transacci|frais de courtage|costi di transazione|custos? de transa).*)(?<!\(2\))$/

/** How a header calls columns; null unless it has all of them. */
function columnsIn<Names extends Name>(
  header: ReadonlySet<string>,
  names: readonly Names[],
): Record<Names, string> | null {
  const found = names.map((name) => [name, [...header].find((each) => NAMES[name].test(each))] as const)
  return found.every(([, each]) => each !== undefined)
    ? (Object.fromEntries(found) as Record<Names, string>)
    : null
}

/** Columns that it has, with those beside them, other than some. */
const othersIn = (header: ReadonlySet<string>, read: readonly string[]): string[] =>
  [...header].filter((name) => {
    const own = name.replace(/ \(2\)$/, '')
    return !read.includes(name) && Object.values(NAMES).some((each) => each.test(own))
  })

/**
 * Transactions of DEGIRO: currencies stand in columns without a name behind their amounts or, in newer files, in the name, as in `Total EUR`.
 * An order that was filled in parts has one id for all of them, so that is none of a transaction.
 */
export function degiro(header: ReadonlySet<string>): Layout | null {
  const names = columnsIn(header, [
    'date',
    'product',
    'isin',
    'quantity',
    'price',
    'localValue',
    'exchangeRate',
    'total',
    'orderId',
  ])
  if (names === null || !header.has(unnamedAfter(names.price))) return null
  const { date, isin, quantity, price, exchangeRate, total, orderId } = names
  const currencyOf = (name: string): ((cell: CellOf) => string) => {
    const [, own = ''] = / (?!fee$)([a-z]{3})$/.exec(name) ?? []
    const ofCurrency = unnamedAfter(name)
    return (cell) => (header.has(ofCurrency) ? cell(ofCurrency) : own.toUpperCase())
  }
  const fees = [...header].filter((name) => FEES.test(name))
  const priceCurrency = column(unnamedAfter(price))
  const totalCurrency = currencyOf(total)
  const isForeign = (peek: CellOf): boolean => priceCurrency(peek, peek) !== totalCurrency(peek)
  const columns = [date, isin, quantity, price, exchangeRate, total, ...fees]
  const read = [...columns, ...columns.map(unnamedAfter)]
  return {
    name: 'degiro',
    columns: read,
    leaves: [...header].filter((name) => !read.includes(name)),
    dayOrder: 'dmy',
    isSigned: true,
    totalSign: 'always',
    read: {
      trade_date: column(date),
      type: (_, peek) => {
        // Splits and the like are a sale and a purchase that nobody has ordered. Newer files have the id one to the right.
        if (peek(orderId) === '' && peek(unnamedAfter(orderId)) === '') return 'corporate action'
        return isNegative(peek(quantity)) ? 'sell' : 'buy'
      },
      isin: column(isin),
      quantity: column(quantity),
      price: column(price),
      currency: priceCurrency,
    },
    asides: {
      total: column(total),
      total_currency: totalCurrency,
      rate: (cell, peek) => (isForeign(peek) ? cell(exchangeRate) : ''),
    },
    costs: fees.map((name) => ({
      field: 'fee',
      amount: paid(name),
      // What a fee of 0 is in, or of one that is blank, says nothing.
      currency: (cell, peek) => (hasNumber(peek(name)) ? currencyOf(name)(cell) || totalCurrency(cell) : ''),
    })),
    rateColumn: exchangeRate,
  }
}

/** What moved an account, by the words for it in those languages; the first that fits counts. */
const ACCOUNT_WORDS: ReadonlyArray<readonly [pattern: RegExp, type: (went: boolean) => string]> = [
  [/sweep|transfer (?:to|from) your cash account|flatexdegiro bank|money market/i, () => 'cash sweep'],
  // Booked again once it has come.
  [/^reserv/i, () => 'reservation'],
  [
    /^fx (?:credit|debit)|^valuta (?:credit|debit)|^währungswechsel|\b(?:cambio (?:de divisa|valuta)|opération de change|de divisa)\b/i,
    (went) => (went ? 'transfer_out' : 'transfer_in'),
  ],
  [
    /deposit|withdrawal|storting|einzahlung|auszahlung|\bversement|\bretrait|^ingreso|^retirada|^levantamento|^depósito|^prelievo/i,
    (went) => (went ? 'withdrawal' : 'deposit'),
  ],
  [
    /^(?:dividend tax|dividendbelasting|dividendensteuer|impôts? sur (?:les )?dividende|retención del dividendo|ritenuta sul dividendo|imposto sobre (?:o )?dividendo)/i,
    () => 'dividend tax',
  ],
  [/^(?:dividende?|dividendo|fund distribution)$/i, () => 'dividend'],
  [
    /interest|\brente\b|\bzinsen\b|\bintérêts?\b|\binter[eé]s(?:es|se)?\b|\bjuros\b/i,
    (went) => (went ? 'broker interest paid' : 'interest'),
  ],
  [
    /\bfees?\b|kosten\b|gebühr|\bfrais\b|\bcomisi|\bcommissione?\b|\bcustos?\b|\bcosti?\b|\bcostes\b/i,
    (went) => (went ? 'fee' : 'fee refund'),
  ],
]

/** The account of DEGIRO, beside its transactions: what has an order is in those, with all that was paid for it. */
export function degiroAccount(header: ReadonlySet<string>): Layout | null {
  const names = columnsIn(header, [
    'date',
    'valueDate',
    'isin',
    'description',
    'change',
    'balance',
    'orderId',
  ])
  if (names === null || !header.has(unnamedAfter(names.change))) return null
  const { date, isin, description, change, orderId } = names
  // Its currency stands left of it.
  const moved = unnamedAfter(change)
  const columns = [date, isin, description, change, moved, orderId]
  return {
    name: 'degiro',
    columns,
    leaves: othersIn(header, columns),
    dayOrder: 'dmy',
    isSigned: true,
    totalSign: 'always',
    read: {
      trade_date: column(date),
      type: (cell, peek) => {
        const said = cell(description)
        if (cell(orderId) !== '') return 'part of a trade'
        const [, typeOf] = ACCOUNT_WORDS.find(([pattern]) => pattern.test(said)) ?? []
        return typeOf?.(moneyMoved(peek(moved)) === 'withdrawal') ?? said
      },
      isin: column(isin),
      currency: column(change),
      note: column(description),
    },
    asides: { total: column(moved) },
  }
}
