import type { Guide } from './guide.ts'

export const articles: Guide = {
  summary: 'news from JSON lines',
  description:
    'Stores articles, one on each line; an edited article counts as stored, a known one as unchanged. A running server links, scores and serves them. What has been counted is kept when the command is stopped.',
  input: 'FILE...',
  inputMeaning: 'JSON lines, compressed by gzip or not',
  examples: [['import articles news.jsonl', 'every line that is an article']],
  parts: 'Keys of a line',
  layout: [
    ['`headline`, `url`, `source`', 'needed; at most 1,000 characters of headline, and a web address'],
    [
      '`published_at`',
      '[any date of a feed](news-feeds.md#dates), or a number of seconds or milliseconds since 1970; an article whose date is missing or cannot be read is in no list',
    ],
    [
      '`summary`, `body`',
      'text or HTML, the body of at most 1 MiB; a summary of more than 10,000 characters is cut, and is the text where there is no body',
    ],
    ['`language`', 'such as `en`; other keys are ignored'],
  ],
  sample: {
    file: 'news.jsonl',
    lines: [
      '{"headline":"Apple raises its dividend","url":"https://www.example.com/apple","source":"Example Wire","published_at":"2024-05-02T20:30:00Z","summary":"By 4 percent."}',
      '{"headline":"Vodafone sells its Italian business","url":"https://www.example.com/vodafone","source":"Example Wire","published_at":"2024-03-15T07:00:00Z"}',
      '{"headline":"Euro little changed","url":"https://www.example.com/euro","source":"Example Wire","body":"<p>The euro was at 1.09 dollars.</p>"}',
    ],
    command: 'import articles news.jsonl',
    says: ['news.jsonl: 3 read, 3 stored, 0 unchanged, 0 rejected'],
  },
  sources: [
    'Your own archive, or what a news vendor lets you keep: turn each article into one line.',
    'Articles that you may read are not always articles that you may store: the licence of their publisher says so.',
  ],
  rejected: [
    ['{"headline":"No address","source":"Example Wire"}', 'url is missing'],
    [
      '{"headline":"Not of the web","url":"ftp://example.com/a","source":"Example Wire"}',
      'url is no absolute http or https address',
    ],
    [
      '{"headline":"With a password","url":"https://user:password@example.com/a","source":"Example Wire"}',
      'url has a user name or password',
    ],
    ['plain text', 'the line is not JSON'],
  ],
  alsoRejected: ['Headlines without text or of more than 1,000 characters, and bodies of more than 1 MiB.'],
}

export const feed: Guide = {
  summary: 'the items of a saved RSS, Atom, RDF or JSON feed',
  description:
    'Stores the items of feeds that were saved as files; NEWS_FEEDS_FILE names the feeds that a server polls. An edited item counts as stored, a known one as unchanged.',
  input: 'FILE...',
  inputMeaning: 'a feed as it was sent, in any of its formats and encodings',
  examples: [
    ['import feed feed.xml', 'under the title of the feed'],
    ['import feed feed.xml --source "Example Wire"', 'under another name of the publisher'],
  ],
  parts: 'Elements',
  layout: [
    [
      'RSS, RDF, CDF',
      '`item` with `title`, `link`, `description` or `content:encoded`, `pubDate` or `dc:date`',
    ],
    ['Atom', '`entry` with `title`, `link`, `summary` or `content`, `published` or `updated`'],
    ['JSON Feed', '`items` with `title`, `url`, `content_html` or `content_text`, `date_published`'],
  ],
  sample: {
    file: 'feed.xml',
    lines: [
      '<rss version="2.0"><channel><title>Example Wire</title><link>https://wire.example/</link>',
      '<item><title>Apple opens a new office</title><link>https://wire.example/1</link><pubDate>Thu, 02 May 2024 20:30:00 GMT</pubDate></item>',
      '<item><title>Vodafone names a chairman</title><link>https://wire.example/2</link></item></channel></rss>',
    ],
    command: 'import feed feed.xml',
    says: ['feed.xml: 2 read, 2 stored, 0 unchanged, 0 rejected'],
  },
  sources: [
    'The page of a publisher that offers feeds, such as SEC (sec.gov, "RSS feeds") or Nasdaq Trader (nasdaqtrader.com, "Trade Halts").',
  ],
  rejected: [],
  alsoRejected: [
    'Items that have no text or no address, which are counted.',
    'A file that is no feed, such as a page of HTML. One that breaks off is read as far as it goes, which is said.',
  ],
}

export const transactions: Guide = {
  summary: 'the transactions of a portfolio, through the running server',
  description:
    'Reads exports of trackers and brokers into an account, through the running server, so that its rules hold. The account must be there: for one that is not, the command says how it is made. A dry run unless --write is given.',
  input: 'FILE...',
  inputMeaning:
    'CSV (comma, semicolon, tab or bar), or JSON by the name *.json; at most 5,000 rows and 4 MiB',
  examples: [
    ['import transactions export.csv --account Broker --email you@demo.test', 'says what would be entered'],
    ['import transactions export.csv --account Broker --email you@demo.test --write', 'enters what is new'],
    [
      'import transactions export.csv --account Broker --token "$TOKEN" --write',
      'the same without dev-login',
    ],
  ],
  parts: 'Columns of a plain file',
  layout: [
    [
      '`date`, `type`',
      'needed; buy, sell, dividend, interest, deposit, withdrawal, fee, tax, split and others',
    ],
    ['`ticker`, `isin` or `entity_id`', 'the instrument, with `exchange` where several have the ticker'],
    [
      '`shares`, `price`, `amount`, `fee`, `tax`',
      'numbers; of shares, price and amount two tell the third, and all three must agree',
    ],
    ['`currency`, `fx_rate`, `note`, `external_id`', 'where the export has them'],
  ],
  sample: {
    file: 'export.csv',
    lines: [
      'date,type,ticker,shares,price',
      '2024-01-03,buy,AAPL,10,184.25',
      '2024-01-04,sell,AAPL,4,181.91',
    ],
    command: 'import transactions export.csv --account Broker --email you@demo.test --write',
    says: ['export.csv (read as generic): 2 read, 2 stored, 0 unchanged, 0 rejected'],
  },
  sources: [
    'Portfolio Performance, Ghostfolio, Trading 212, Schwab, Fidelity, Vanguard, Robinhood, Interactive Brokers, Revolut, DEGIRO and Trade Republic: their own CSV exports, recognised by the header.',
    'Any other broker: its CSV with columns of these names.',
  ],
  rejected: [
    ['2024-01-05,sell,AAPL,99,181.18', 'the account would have less than nothing of the instrument'],
    ['2024-13-05,buy,AAPL,1,181.18', '2024-13-05'],
  ],
  alsoRejected: [
    'Rows whose instrument nobody has listed, or several have; rows in another currency than their instrument’s, and amounts with the sign of another currency than that of their row (`10€` beside USD).',
  ],
}
