import { Type, type Static } from 'typebox'
import { date } from './common.ts'
import { endpoint } from './endpoint.ts'
import { DATA_SOURCE_HEADER } from './instruments.ts'
import { CURRENCY } from './patterns.ts'

const RATE = { date: '2026-11-27', rate: 1.1598 }

const ExchangeRate = Type.Object(
  {
    date: date('Day of the rate, YYYY-MM-DD.'),
    rate: Type.Number({
      exclusiveMinimum: 0,
      description: 'Units of the quote currency for one of the base currency.',
      examples: [1.1598],
    }),
  },
  {
    $id: 'ExchangeRate',
    additionalProperties: false,
    description: 'An exchange rate on a day.',
    examples: [RATE],
  },
)

const code = (description: string, example: string) =>
  Type.String({ pattern: CURRENCY, description, examples: [example] })

const ExchangeRates = Type.Object(
  {
    base: code('The base currency, ISO 4217.', 'EUR'),
    quote: code('The quote currency, ISO 4217.', 'USD'),
    items: Type.Array(ExchangeRate, {
      description: 'Oldest first, one for each day that has a rate; none where no rates are known.',
    }),
    total: Type.Integer({ description: 'How many days are listed.', examples: [1] }),
  },
  {
    $id: 'ExchangeRates',
    additionalProperties: false,
    description: 'Exchange rates of a pair of currencies.',
    examples: [{ base: 'EUR', quote: 'USD', items: [RATE], total: 1 }],
  },
)
export type ExchangeRates = Static<typeof ExchangeRates>

export const listExchangeRates = endpoint({
  id: 'instruments.listExchangeRates',
  method: 'GET',
  path: '/v1/instruments/exchange-rates',
  auth: 'user',
  priority: 'low',
  summary: 'Daily exchange rates of two currencies',
  description:
    'The rates by which portfolios are valued and chat converts. Both ends are inclusive. A day without a rate of its own, such as a ' +
    'Saturday, has that of the last day before it, at most ten days back, or the average of its month or year where nothing else was imported. ' +
    'Pairs without the US dollar are crossed through it. What was imported counts where it knows the pair on the last day; otherwise the whole range ' +
    'is that of the simulated market, where that is served (`X-Data-Source`). GBX and other hundredths in which shares are traded are ' +
    'currencies too.',
  query: Type.Object({
    base: code('The base currency, ISO 4217: the rate is the price of one unit of it.', 'EUR'),
    quote: Type.String({
      pattern: CURRENCY,
      default: 'USD',
      description: 'The quote currency, ISO 4217: what the price is in.',
      examples: ['USD'],
    }),
    from: Type.Optional(
      date('First day, inclusive: the range has at most 3,660 days. Default: 30 days before `to`.'),
    ),
    to: Type.Optional(date('Last day, inclusive. Default: today, UTC; later days are not listed.')),
  }),
  reply: ExchangeRates,
  replyHeaders: DATA_SOURCE_HEADER,
  errors: ['INVALID_DATE_RANGE', 'RANGE_TOO_LARGE'],
})
