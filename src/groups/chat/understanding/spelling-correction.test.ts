import { describe, expect, test } from 'vitest'
import { demoNamed } from '../../../../tests/support/demo-names.ts'
import type { InstrumentSummary } from '../../../ports/instruments.ts'
import { corrected, correctedThread } from './spelling-correction.ts'

/** The search also finds what is one letter from what is typed. */
const SLIPS: Readonly<Record<string, readonly string[]>> = {
  mircosoft: ['MSFT'],
  nvdia: ['NVDA'],
  teslla: ['TSLA'],
  telsa: ['TSLA'],
  aplle: ['AAPL'],
  appel: ['AAPL'],
  boing: ['BA'],
  exon: ['XOM', 'EOAN.DE'],
  twitter: ['MS'],
  dyson: ['TSN'],
  stripe: ['BATS.L'],
  microns: ['MU'],
  sell: ['SHEL.L'],
  cases: ['CASY'],
  industrial: ['XLI'],
  toyata: ['7203.T'],
  volatilty: ['^VIX'],
}

const named = (text: string, limit: number): readonly InstrumentSummary[] => {
  const hits = demoNamed(text, limit)
  const slips = SLIPS[text.toLowerCase()] ?? []
  return hits.length > 0 ? hits : slips.flatMap((ticker) => demoNamed(ticker, 1))
}

describe('a name with a slip', () => {
  test.each([
    ['Mircosoft revenue', 'Microsoft revenue', 'Microsoft Corporation (MSFT)'],
    ['price of nvdia', 'price of Nvidia', 'NVIDIA Corporation (NVDA)'],
    ['Teslla price', 'Tesla price', 'Tesla, Inc. (TSLA)'],
    ['How has Appel done this year?', 'How has Apple done this year?', 'Apple Inc. (AAPL)'],
    ['my Nvdia shares', 'my Nvidia shares', 'NVIDIA Corporation (NVDA)'],
    ['Is Boing a good buy?', 'Is Boeing a good buy?', 'The Boeing Company (BA)'],
    ['compare Mircosoft and Apple', 'compare Microsoft and Apple', 'Microsoft Corporation (MSFT)'],
    ['price nvdia', 'price Nvidia', 'NVIDIA Corporation (NVDA)'],
  ])('%s', (message, meant, name) => {
    const found = corrected(message, named)
    expect(found).toMatchObject({ message: meant, doubtful: null })
    expect(found.readAs).toEqual([expect.stringContaining(`is read as ${name}.`)])
  })

  test.each([
    ['Aplle price', 'Aplle', ['AAPL']],
    ['Exon price', 'Exon', ['XOM']],
  ])('%s: is asked back', (message, said, tickers) => {
    const found = corrected(message, named)
    expect(found).toMatchObject({ message, readAs: [] })
    expect(found.doubtful?.said).toBe(said)
    expect(found.doubtful?.meant.map(({ ticker }) => ticker)).toEqual(tickers)
  })

  test.each([
    'What is the Volatilty of Apple?',
    'Twitter price',
    'Dyson revenue',
    'Stripe revenue',
    'price of microns',
    'Apple revenue from Telsas',
    'Apple price',
    'What did I sell before 2024?',
    'the price at which they sell',
    'my toyata shares',
    'Does the court deal with price cases?',
    'When was the term Industrial Revolution recorded first?',
    'how many appel trees are there',
    `${'what was written of this long before '.repeat(5)}about Mircosoft revenue`,
  ])('%s: is none', (message) => {
    expect(corrected(message, named)).toEqual({ message, readAs: [], doubtful: null })
  })
})

describe('in a thread', () => {
  const after = (message: string, ...before: string[]) =>
    correctedThread(
      {
        owner: { tenantId: '', userId: '' },
        message,
        history: before.map((content) => ({ role: 'user', content })),
        instruments: [],
        includePortfolio: false,
        now: 0,
      },
      named,
    )

  test('it is read so in what goes on with it', () => {
    expect(after('and in 2023?', 'Mircosoft revenue').history).toEqual([
      { role: 'user', content: 'Microsoft revenue' },
    ])
  })

  test('what was asked back is asked again once it is confirmed', () => {
    expect(after('yes', 'Aplle price')).toMatchObject({ message: 'AAPL price', doubtful: null })
    expect(after('and in 2023?', 'Aplle revenue', 'yes').history.at(-1)?.content).toBe('AAPL revenue')
    expect(after('yes', 'Apple price').message).toBe('yes')
  })

  test('a word in small letters is no name where another question goes before', () => {
    expect(after('price of toyata').doubtful?.said).toBe('toyata')
    expect(after('and the price of toyata', 'Apple price').doubtful).toBeNull()
    expect(after('and the price of Toyata', 'Apple price').doubtful?.said).toBe('Toyata')
  })
})

describe('a word for what is asked, with a slip', () => {
  test.each([
    ['nvdia revenu', 'Nvidia revenue', 2],
    ['Apple divdend', 'Apple dividend', 1],
    ['how volatle is Tesla', 'how volatile is Tesla', 1],
    ['earnigns of Apple', 'earnings of Apple', 1],
    ['Apple revenues, Microsoft revenu', 'Apple revenues, Microsoft revenue', 1],
  ])('%s', (message, meant, count) => {
    const found = corrected(message, named)
    expect(found).toMatchObject({ message: meant, doubtful: null })
    expect(found.readAs).toHaveLength(count)
  })

  test.each(['How is Apple divided?', 'Apple revenge', 'an incoming call for Apple', 'Apple revenues'])(
    'is none where it means something else: %s',
    (message) => expect(corrected(message, named)).toMatchObject({ message, readAs: [] }),
  )
})
