import { expect, it } from 'vitest'
import { demoNamed as named } from '../../../../../tests/support/demo-names.ts'
import { mentionedInstruments } from '../entities/mentions.ts'
import { assetClassesIn } from './asset-classes.ts'

const classesIn = (question: string): string[] =>
  assetClassesIn(question, named).map(({ said, match }) => `${said}: ${match.ticker}`)

it.each([
  ['correlation of gold and stocks', ['stocks: ^GSPC']],
  ['how correlated are stocks and the bond market', ['stocks: ^GSPC', 'the bond market: AGG']],
  ['do gold and bonds move together', ['bonds: AGG']],
  ['correlation of Apple and tech stocks', []],
  ['correlation of my stocks', []],
  ['how did bonds do', ['bonds: AGG']],
  ['bonds vs stocks this year', ['stocks: ^GSPC', 'bonds: AGG']],
  ['are bonds up today?', ['bonds: AGG']],
  ['did bonds beat stocks last year', ['stocks: ^GSPC', 'bonds: AGG']],
  ['how did stocks do this year', ['stocks: ^GSPC']],
  ['gold vs bonds over the last 5 years', ['bonds: AGG']],
  ['what is the return on bonds', ['bonds: AGG']],
  ['Apple vs the stock market', ['the stock market: ^GSPC']],
  ['small caps vs large caps', ['small caps: IWM', 'large caps: ^GSPC']],
  ['how did small-cap stocks do this year', ['small-cap stocks: IWM']],
  ['value vs growth', ['growth: VUG', 'value: VTV']],
  ['growth or value this year?', []],
  ['growth stocks vs value stocks over 5 years', ['growth stocks: VUG', 'value stocks: VTV']],
  ['did value beat growth last year', ['growth: VUG', 'value: VTV']],
  ['how did dividend stocks do', ['dividend stocks: VYM']],
  ['how did mid caps do in 2025', ['mid caps: IJH']],
  ['growth of Apple vs Microsoft', []],
  ['value of Apple vs Microsoft', []],
  ['growth vs last year', []],
  ['is Apple a growth or value stock', []],
  ['which small caps rose most', []],
  ['my small caps vs my large caps', []],
  ['should I buy bonds', []],
  ['how are my bonds doing', []],
  ['how did tech stocks do', []],
  ['which stocks did best this year', []],
  ['stocks', []],
  ['did Apple issue bonds in 2019', []],
  ['what were the proceeds of bonds in 2019', []],
])('%s', (question, classes) => expect(classesIn(question)).toEqual(classes))

it.each([
  ['correlation of gold and stocks', 'GLD ^GSPC'],
  ['correlation between gold and oil', 'GLD USO'],
  ['gold and oil correlation', 'GLD USO'],
  ['is gold correlated with stocks?', 'GLD ^GSPC'],
  ['how correlated are gold and bonds', 'GLD AGG'],
  ['correlation of apple and visa', 'AAPL V'],
  ['correlation of target and actual values', ''],
])('%s names %s', (question, tickers) =>
  expect(
    mentionedInstruments(question, named)
      .map(({ ticker }) => ticker)
      .join(' '),
  ).toBe(tickers),
)
