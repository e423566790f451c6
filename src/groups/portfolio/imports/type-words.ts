import { TRANSACTION_TYPES, type TransactionType } from '../../../market/vocabulary.ts'

/** What a file's word for a type means, or why nothing can be entered for it. */
export type Meaning = { type: TransactionType } | { refused: string }

/** Why a split is none of a broker's rows. */
export const RECORDED_SPLITS = 'splits that are recorded are applied by themselves'

/** What has no type. It stands before what has: a cancelled purchase is none. */
const REFUSED: ReadonlyArray<readonly [reason: string, pattern: RegExp]> = [
  [RECORDED_SPLITS, /^.+\bsplit\b|\bsplit\b.+$/],
  ['trades, and what was paid for them, are in the other file', /^part of a trade$/],
  ['enter by hand what is not recorded with the instrument', /^corporate action$/],
  ['shares that only changed their custodian stay where they are', /^custody migration$/],
  [
    'what takes back or corrects another row is none of its own: change or delete the row that it belongs to',
    /\b(cancel\w*|revers(al|ed|e)|corrections?|corrected|adjustments?|void(ed)?|storn\w+|rejected|failed|declined|pending)\b/,
  ],
  [
    'a refund has no type: lower the fee or tax of the row that it belongs to',
    /\b(refund\w*|rebates?|reimburse\w*)|erstattung/,
  ],
  [
    'options are not supported',
    /\b(options?|calls?|puts?|expired?|expiration|assign(ed|ment)|exercised?)\b|\bto (open|close)$/,
  ],
  [
    'two currencies are two rows: transfer_out of the one and transfer_in of the other',
    /\b(currency|fx|forex) (conversion|exchange|trade)\b|^(conversion|exchange)$/,
  ],
  [
    'a dividend in shares is no money: enter the shares as transfer_in',
    /\b(stock|share|scrip) (dividend|distribution)\b/,
  ],
  ['it may be money that came or money that went', /^(interest paid|deposits?\s*(\/|&|and)\s*withdrawals?)$/],
]

const ORDER = '(?:market|limit|stop|stop limit|trailing stop)'

const WORDS: ReadonlyArray<readonly [TransactionType, RegExp]> = [
  [
    'transfer_in',
    /^(transfer[ _(]*in(bound|coming)?\b|delivery \(inbound|journaled shares in|einlieferung|umbuchung \(eingang)/,
  ],
  [
    'transfer_out',
    /^(transfer[ _(]*out(bound|going)?\b|delivery \(outbound|journaled shares out|auslieferung|umbuchung \(ausgang)/,
  ],
  ['return_of_capital', /return[ _]of[ _]capital/],
  [
    'tax',
    /^(?!.*\b(before|after|net|less|without|excluding|including)\b)([\w&-]+ )*(taxe?s?|stamp duty|steuern)( (withholding|withheld|paid|adj|on .+))?$/,
  ],
  [
    'fee',
    /^([\w&-]+ )*(fees?|charges?|commissions?|gebühren|zinsbelastung|card cost)$|^(margin|debit) interest$|^broker interest paid$/,
  ],
  [
    'buy',
    new RegExp(
      `^((${ORDER} )?(buy|bought|purchased?)( - ${ORDER})?|reinvest shares|(dividend )?reinvestment|buy to cover|kauf)$`,
    ),
  ],
  ['sell', new RegExp(`^((${ORDER} )?(sell|sold|sale)( - ${ORDER})?|sell short|short sale|verkauf)$`)],
  ['dividend', /dividend|\bdiv\b|^distribution$|^pr yr cash div|^long term cap gain|^short term cap gain/],
  ['interest', /interest|^zinsen$/],
  [
    'deposit',
    /^((cash |card )?deposits?|wire received|cash in|(cash )?top[- ]up|card credit|spending cashback|einlage)$/,
  ],
  ['withdrawal', /^((cash )?withdrawals?|removal|withdraw|wire sent|cash out|card debit|entnahme)$/],
]

/** What a file's word for a type means; null for one that nobody knows. */
export function meaningOf(word: string): Meaning | null {
  const text = word.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  const own = TRANSACTION_TYPES.find((each) => each === text)
  if (own !== undefined) return { type: own }
  const [reason] = REFUSED.find(([, pattern]) => pattern.test(text)) ?? []
  if (reason !== undefined) return { refused: reason }
  const [type] = WORDS.find(([, pattern]) => pattern.test(text)) ?? []
  return type === undefined ? null : { type }
}
