import { describe, expect, test } from 'vitest'
import { FeedsFileError, parseFeedsFile } from './feeds-file.ts'

const FEED = { url: 'https://example.com/rss', source: 'Example', routing_tier: 'TIER_2' }

/** The problems of a file. */
function problems(file: unknown): readonly string[] {
  try {
    parseFeedsFile(typeof file === 'string' ? file : JSON.stringify(file))
    return []
  } catch (error) {
    return error instanceof FeedsFileError ? error.problems : [String(error)]
  }
}

test('a list of feeds, alone or under its name', () => {
  const expected = {
    url: 'https://example.com/rss',
    source: 'Example',
    routingTier: 'TIER_2',
    language: null,
    intervalSeconds: null,
    allowedNetworks: [],
  }
  expect(parseFeedsFile(JSON.stringify([FEED]))).toEqual([expected])
  const more = {
    ...FEED,
    language: 'pt-BR',
    interval_seconds: 600,
    allow_private: ['10.1.0.0/16', 'fd00::/8'],
  }
  expect(parseFeedsFile(`\ufeff${JSON.stringify({ feeds: [more] })}`)).toEqual([
    { ...expected, language: 'pt-br', intervalSeconds: 600, allowedNetworks: ['10.1.0.0/16', 'fd00::/8'] },
  ])
})

describe('what is wrong is said with the number of the feed and the field', () => {
  test.each<[string, unknown, string]>([
    ['no JSON', '[\n{"url": "x"},\n}]', 'The feeds file is not valid JSON: it goes wrong on line 3.'],
    ['no list', { feed: [] }, 'The feeds file must hold a list of feeds, or an object with "feeds".'],
    ['no object', [7], 'Feed 1 must be an object.'],
    [
      'a file',
      [{ ...FEED, url: 'file:///etc/passwd' }],
      'Feed 1 (file:///etc/passwd) must have a url that begins with http:// or https:// and has no user name.',
    ],
    [
      'no source',
      [FEED, { ...FEED, url: 'https://b.example/', source: ' ' }],
      'Feed 2 (https://b.example/) must have a source, the name of the publication, of at most 200 characters.',
    ],
    [
      'no tier',
      [{ ...FEED, routing_tier: 2 }],
      'Feed 1 (https://example.com/rss) must have a routing_tier of TIER_1, TIER_2, TIER_3 or TIER_4.',
    ],
    [
      'no language',
      [{ ...FEED, language: 'English' }],
      'Feed 1 (https://example.com/rss) has a language that is not a code such as "en" or "pt-br".',
    ],
    [
      'too often',
      [{ ...FEED, interval_seconds: 1 }],
      'Feed 1 (https://example.com/rss) has interval_seconds that are not a whole number from 60 to 86400.',
    ],
    [
      'everything allowed',
      [{ ...FEED, allow_private: true }],
      'Feed 1 (https://example.com/rss) has allow_private that is not a list of networks such as "10.1.0.0/16".',
    ],
    [
      'no network',
      [{ ...FEED, allow_private: ['10.0.0.0/40'] }],
      'Feed 1 (https://example.com/rss) has allow_private that is not a list of networks such as "10.1.0.0/16".',
    ],
    [
      'a name that is unknown',
      [{ ...FEED, tier: 'TIER_1' }],
      'Feed 1 (https://example.com/rss) has an unknown field "tier".',
    ],
    ['a feed twice', [FEED, FEED], 'Feed 2 has the same url as feed 1.'],
  ])('%s', (_, file, problem) => {
    expect(problems(file)).toContain(problem)
  })

  test('all of it at once, and of what is no feed that alone', () => {
    expect(problems([{ url: 'x' }, { url: 'y' }])).toHaveLength(6)
    expect(problems([7])).toEqual(['Feed 1 must be an object.'])
  })

  test('and without a password', () => {
    expect(problems([{ ...FEED, url: 'https://reader:secret@example.com/rss' }])).toEqual([
      'Feed 1 (https://example.com/rss) must have a url that begins with http:// or https:// and has no user name.',
    ])
  })
})
