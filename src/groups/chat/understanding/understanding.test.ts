import { describe, expect, it } from 'vitest'
import { instant } from '../../../../tests/support/factories.ts'
import { nameId } from '../../../kernel/ids.ts'
import { formatDay, utcDay } from '../../../kernel/time.ts'
import type { InstrumentSummary } from '../../../ports/instruments.ts'
import { mentionedInstruments } from './entities/mentions.ts'
import { askedMetrics } from './intents/asked-metrics.ts'
import { askedRatios } from './intents/metrics.ts'
import { namedTimes } from './times/periods.ts'

/** A Thursday. */
const NOW = instant('2025-11-20T15:00:00Z')

describe('namedTimes', () => {
  it.each([
    ['What happened today?', '2025-11-20', '2025-11-20'],
    ['yesterday', '2025-11-19', '2025-11-19'],
    ['this week', '2025-11-17', '2025-11-20'],
    ['last week', '2025-11-10', '2025-11-16'],
    ['last month', '2025-10-01', '2025-10-31'],
    ['this quarter', '2025-10-01', '2025-11-20'],
    ['last quarter', '2025-07-01', '2025-09-30'],
    ['last year', '2024-01-01', '2024-12-31'],
    ['past 10 days', '2025-11-11', '2025-11-20'],
    ['over the last three months', '2025-08-20', '2025-11-20'],
    ['year to date', '2025-01-01', '2025-11-20'],
    ['in March 2024', '2024-03-01', '2024-03-31'],
    ['in December', '2024-12-01', '2024-12-31'],
    ['since May', '2025-05-01', '2025-11-20'],
    ['on 2024-02-29', '2024-02-29', '2024-02-29'],
    ['between 2024-01-02 and 2024-03-04', '2024-01-02', '2024-03-04'],
    ['on June 9th, 2014', '2014-06-09', '2014-06-09'],
    ['since 2020', '2020-01-01', '2025-11-20'],
    ['in 2023', '2023-01-01', '2023-12-31'],
    ['Q3 2024', '2024-07-01', '2024-09-30'],
  ])('%s', (question, from, to) => {
    const { range } = namedTimes(question, NOW)
    expect([formatDay(utcDay(range?.from ?? 0)), formatDay(utcDay(range?.to ?? 0))]).toEqual([from, to])
  })

  it.each([
    ['FY2024', [{ year: 2024, quarter: null }]],
    [
      'fiscal 2024 and 2023',
      [
        { year: 2024, quarter: null },
        { year: 2023, quarter: null },
      ],
    ],
    ['Q3 of fiscal year 2024', [{ year: 2024, quarter: 3 }]],
    ['the fourth quarter of 2022', [{ year: 2022, quarter: 4 }]],
    ['without any', []],
  ])('%s', (question, fiscal) => expect(namedTimes(question, NOW).fiscal).toEqual(fiscal))

  it.each(['2025-02-30', 'last 99999 years', '9'.repeat(8_000), 'Q9 2024', 'in May '.repeat(1_000)])(
    'takes %.20s',
    (question) => {
      const { range } = namedTimes(question, NOW)
      expect(range === null || range.from <= range.to).toBe(true)
    },
  )
})

describe('the periods that a company has reported last', () => {
  it.each([
    ['revenue in the last quarter', { unit: 'quarter', count: 1 }],
    ['the most recent fiscal year', { unit: 'year', count: 1 }],
    ['over the last three years', { unit: 'year', count: 3 }],
    ['the past 4 quarters', { unit: 'quarter', count: 4 }],
    ['in the last quarter of 2022', null],
    ['last month', null],
  ])('%s', (question, reported) => expect(namedTimes(question, NOW).reported).toEqual(reported))
})

describe('askedRatios', () => {
  it('is several where somebody asks whether a share is cheap, each once', () => {
    expect(askedRatios(['peTtm', 'valuation', 'price'])).toEqual(['peTtm', 'psTtm', 'pb', 'evEbitda'])
    expect(askedRatios(['price', 'revenue'])).toEqual([])
  })
})

describe('askedMetrics', () => {
  it.each([
    ["What was Apple's revenue in 2024?", ['revenue'], false],
    ['How did sales and net income change?', ['revenue', 'netIncome'], true],
    ['gross margin', ['grossMargin'], false],
    ["What is Apple's net cash?", ['netDebt'], false],
    ['net cash provided by operations', ['cashAndEquivalents'], false],
    ['Did its revenue double?', ['revenue'], true],
    ['apple close last friday', ['price'], false],
    ['the stores that it closed last year', [], false],
    ['How did Apple do since its earnings?', ['performance'], false],
    ['how much did Nvidia gain since last earnings', ['performance'], false],
    ['free cash flow and capex', ['freeCashFlow', 'capex'], false],
    ['earnings per share', ['epsDiluted'], false],
    ['What is the price of TSLA?', ['price'], false],
    ['How did Nvidia perform last month?', ['performance'], false],
    ['Any news on Tesla?', ['news'], false],
    ['What is on my watchlist?', ['watchlist'], false],
    ['How did NVDA react to its last news?', ['reaction', 'news'], false],
    ['Who founded it?', [], false],
    ['What is the P/E ratio of NVDA?', ['peTtm'], false],
    ['Nvidia PE and price-to-sales', ['peTtm', 'psTtm'], false],
    ['Which PE firms bought it?', [], false],
    ['market cap and EV/EBITDA of Ford', ['marketCap', 'evEbitda'], false],
    ['price to book', ['pb'], false],
    ['dividend yield', ['dividendYield'], false],
    ['When did it last pay a dividend?', ['dividend'], false],
    ['Is Nvidia cheaper than AMD?', ['valuation'], false],
    ['What is the cheapest way to wire money to England?', [], false],
    ['Why did Apple fall?', ['news', 'performance'], false],
    ['Did Tesla crash this year?', ['performance'], false],
    ['Is Nvidia soaring?', ['performance'], false],
    ['is Tesla falling', ['performance'], false],
    ['Did its revenue plunge?', ['revenue'], true],
    ['is its revenue falling', ['revenue'], true],
    ['gold prices', ['price'], false],
    ['Which tanks does it make?', [], false],
    ['What made the shares jump?', ['news', 'performance'], false],
    ['Which of my stocks fell most?', ['portfolio', 'performance'], true],
    ['Do I own Tesla?', ['portfolio'], false],
    ['biggest position', ['portfolio'], false],
    ['What is its financial position?', [], false],
    ['Is Tesla profitable?', ['netIncome'], false],
    ['ROE of Apple', ['returnOnEquity'], false],
    ['What is the return on assets?', ['returnOnAssets'], false],
    ['debt-to-equity ratio', ['debtToEquity'], false],
    ['debt and equity', ['totalDebt', 'totalEquity'], false],
    ['trading volume of Tesla', ['volume'], false],
    ['How many shares of Apple were traded?', ['volume'], false],
    ['What was the sales volume?', ['revenue'], false],
    ['net loss of Boeing', ['netIncome'], false],
    ['Which has the lowest P/E?', ['peTtm'], false],
    ['Which did best?', ['performance'], false],
    ['net debt to EBITDA', ['netDebtToEbitda'], false],
    ['net debt of Ford', ['netDebt'], false],
    ['free cash flow margin', ['freeCashFlowMargin'], false],
    ['price target for Apple', [], false],
    ['best month of Apple this year', ['sessions'], false],
    ['how many shares of Apple are outstanding', ['sharesOutstanding'], false],
    ['how much did Apple lose in 2022', ['performance'], false],
    ['how much money did Intel lose in 2024', ['netIncome'], false],
    ['which stock on my Chips list did best', ['watchlist', 'performance'], false],
    ['EBITDA margin of Apple', ['ebitdaMargin'], false],
    ["What was Ford's EBITDA?", ['ebitda'], false],
    ['EV/EBITDA and EBITDA of Ford', ['evEbitda', 'ebitda'], false],
    ['adjusted EBITDA of Ford', [], false],
    ['enterprise value of Ford', ['enterpriseValue'], false],
    ['enterprise value to sales', ['evRevenue'], false],
    ['How many shares outstanding does Tesla have?', ['sharesOutstanding'], false],
    ['How many shares has Ford issued?', ['sharesOutstanding'], false],
    ['How many shares of Ford are there?', ['sharesOutstanding'], false],
    ['How many shares of Ford do I have?', ['portfolio'], false],
    ['book value per share of Ford', ['bookValuePerShare'], false],
    ['what is the best dividend stock I own', ['dividendYield', 'portfolio'], false],
    ['my best dividend stock', ['portfolio', 'dividendYield'], false],
    ['my highest yielding holding', ['portfolio', 'dividendYield'], false],
    ['which stocks are like Ford', ['peers'], false],
    ['revenue per share of Ford', ['revenuePerShare'], false],
    ['FCF per share of Ford', ['freeCashFlowPerShare'], false],
    ['cash per share of Ford', ['cashPerShare'], false],
    ['dividend payout ratio', ['payoutRatio'], false],
    ['How much did Coca-Cola pay out in dividends last year?', ['dividend'], false],
    ['What was the dividend payout in 2025?', ['dividend'], false],
    ['What payouts did Allstate make?', [], false],
    ['Is Apple an outstanding stock?', [], false],
    ['How many shares does Berkshire have in Apple?', [], false],
    ['How many Apple shares are there in the S&P 500?', [], false],
    ['Has the share count of Apple fallen?', ['sharesOutstanding'], true],
    ['EV-to-EBITDA of Ford', ['evEbitda'], false],
    ['enterprise value-to-EBITDA of Ford', ['evEbitda'], false],
    ['net-debt-to-EBITDA of Ford', ['netDebtToEbitda'], false],
    ['debt/EBITDA of Ford', [], false],
    ['free-cash-flow yield of Ford', ['freeCashFlowYield'], false],
    ['EBITDA guidance of Ford', [], false],
    ['pro forma EBITDA of Ford', [], false],
    ['tangible book value per share of Ford', [], false],
    ['book value/share of Ford', ['bookValuePerShare'], false],
    ['free cash flow yield and earnings yield', ['freeCashFlowYield', 'earningsYield'], false],
    ['shareholder yield of Ford', [], false],
    ['What fraction of revenue is profit?', ['netMargin'], false],
    ['the net margin, that is, what fraction of revenue is profit', ['netMargin'], false],
    ['Is Tesla up this month?', ['performance'], false],
    ['How much was Apple down in May?', ['performance'], false],
    ['What is up with Tesla?', ['news'], false],
    ['Are earnings up?', ['netIncome'], false],
    ['Has revenue ever fallen?', ['revenue'], true],
    ['Which pays more dividends, KO or PEP?', ['dividendYield'], false],
    ['Which grew faster, Microsoft or Amazon?', ['revenue'], true],
    ['What did Apple report last quarter?', ['revenue', 'netIncome', 'epsDiluted'], false],
    ['What if Apple falls by half?', [], false],
    ['What sector is Apple in?', ['profile'], false],
    ["Who are Apple's competitors?", ['peers'], false],
    ['companies like Coca-Cola', ['peers'], false],
    ['Who competes with Boeing?', ['peers'], false],
    ['top stories this week', ['news'], false],
    ["What's the sentiment on Tesla?", ['sentiment'], false],
    ['Is the news on Apple positive or negative?', ['sentiment'], false],
    ['Was the news on Apple good?', ['news'], false],
    ['MSFT close?', ['price'], false],
    ['operating income margin', ['operatingMargin'], false],
    ['How do I import transactions into my portfolio?', [], false],
    ['When does Apple report earnings?', [], false],
    ["What's going on with Boeing?", ['news'], false],
    ['What is new at Apple?', ['news'], false],
    ['the latest on Tesla', ['news'], false],
    ['total assets as reported', ['totalAssets'], false],
    ['How much did Apple make in 2024?', ['netIncome'], false],
    ['Who is bigger, Walmart or Amazon?', ['marketCap'], false],
    ["Apple's market cap vs its revenue", ['marketCap', 'revenue'], false],
    ['how much do my Apple shares pay me per year', ['portfolio', 'dividend'], false],
    ['what did my Apple shares earn me in dividends', ['portfolio', 'dividend'], false],
    ["is Apple's revenue bigger than Microsoft's?", ['revenue'], false],
    ['is Ford bigger than GM?', ['marketCap'], false],
    ['did Apple grow in 2025?', ['revenue'], true],
    ['what percentage of its profit does Coca-Cola pay out', ['payoutRatio'], false],
    ['what was Apple worth 3 years ago', ['marketCap'], false],
    ["Apple's cash vs its debt", ['cashAndEquivalents', 'totalDebt'], false],
    ['revenue of Apple compared with net income in 2024', ['revenue', 'netIncome'], false],
    ['Apple revenue 2024 vs revenue 2023', ['revenue'], true],
    ['revenue and profit of Apple vs revenue and profit in 2023', ['revenue', 'netIncome'], true],
    ["Apple's revenue and profit vs a year ago", ['revenue', 'netIncome'], true],
  ])('%s', (question, metrics, change) => {
    const { rest: _, ...asked } = askedMetrics(question)
    expect(asked).toEqual({ metrics, change })
  })
})

describe('mentionedInstruments', () => {
  const LISTED: InstrumentSummary[] = [
    ['AAPL', 'Apple Inc.'],
    ['MSFT', 'Microsoft Corporation'],
    ['COST', 'Costco Wholesale Corporation'],
    ['BRK.B', 'Berkshire Hathaway Inc.'],
    ['T', 'AT&T Inc.'],
    ['ALL', 'The Allstate Corporation'],
    ['NET', 'Cloudflare, Inc.'],
    ['AMZN', 'Amazon.com, Inc.'],
    ['ACME', 'Acme Inc. - Common Stock'],
    ['F', 'Ford Motor Company'],
    ['META', 'Meta Platforms, Inc.'],
    ['BTC-USD', 'Bitcoin USD'],
    ['IBIT', 'iShares Bitcoin Trust ETF'],
  ].map(([ticker = '', name = '']) => ({ entityId: nameId('test', ticker), ticker, name }))
  /** As the search does: by beginnings of tickers and of words of names, which knows former names too. */
  const named = (text: string): InstrumentSummary[] =>
    LISTED.filter(({ ticker, name }) =>
      `${ticker} ${name} ${ticker === 'META' ? 'Facebook' : ''}`.toLowerCase().includes(text.toLowerCase()),
    )

  it.each([
    ["What was Apple's revenue?", ['AAPL']],
    ['Compare AAPL with MSFT', ['AAPL', 'MSFT']],
    ['$T and (BRK.B)', ['T', 'BRK.B']],
    ['How did Berkshire Hathaway do?', ['BRK.B']],
    ['AT&T news', ['T']],
    ['what is the cost of all that net?', []],
    ['Total net sales of Costco Wholesale', ['COST']],
    ['apple', ['AAPL']],
    ['What was Acme’s revenue?', ['ACME']],
    ['What happened at Amazon yesterday?', ['AMZN']],
    ['How are apples doing', []],
    ['How much debt does Ford have?', ['F']],
    ['Revenue of Facebook in 2020', ['META']],
    ['How much is Bitcoin?', ['BTC-USD']],
    ['', []],
  ])('%s', (question, tickers) => {
    expect(mentionedInstruments(question, named).map(({ ticker }) => ticker)).toEqual(tickers)
  })

  it('looks a bounded number of names up', () => {
    let lookups = 0
    mentionedInstruments('Alpha Beta Gamma Delta '.repeat(400), () => {
      lookups++
      return []
    })
    expect(lookups).toBeLessThanOrEqual(62)
  })
})
