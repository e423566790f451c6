import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { POSTGRES } from './psql.ts'

/** Words of an article's body. */
const BODY_WORDS = 80
const VOCABULARY = 60_000
const AT_ONCE = 20_000
/** The most frequent words, as news have them; the others are made of syllables. */
export const FREQUENT =
  'company market share quarter revenue profit billion million growth investor analyst report price sale bank deal year stock chief executive month demand cost debt rate product customer plan data report increase decline outlook forecast estimate dividend merger regulator lawsuit factory supply chip oil gas car drug trial approval retail cloud software energy'.split(
    ' ',
  )
const SYLLABLES =
  'ba be bi bo ca ce co da de do fa fe fo ga ge go ka ke ko la le lo ma me mo na ne no pa pe po ra re ro sa se so ta te to va ve vo'.split(
    ' ',
  )

/** A word by its rank: the lower the more frequent. */
export function wordAt(rank: number): string {
  const frequent = FREQUENT[rank]
  if (frequent !== undefined) return frequent
  let word = ''
  for (let rest = rank; rest > 0; rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length] ?? ''
  }
  return `${word}nk`
}

/** Numbers from 0 to 1, the same in every run. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A rank by Zipf's law: how often a word occurs is inverse to its rank. */
export const zipf = (random: () => number): number => Math.floor(VOCABULARY ** random()) - 1

const WORDS = Array.from({ length: VOCABULARY }, (_, rank) => wordAt(rank))

function sentence(random: () => number, words: number): string {
  let text = ''
  for (let at = 0; at < words; at++) text += `${WORDS[zipf(random)]} `
  return text.trimEnd()
}

/** Copies so many articles, headline and body, into the table `made (n, headline, body)`, with words as frequent as in a language. */
export async function copyArticles(database: string, count: number): Promise<void> {
  const child = spawn(
    'psql',
    ['-XqAt', '-v', 'ON_ERROR_STOP=1', `${POSTGRES}/${database}`, '-c', 'copy made from stdin'],
    { stdio: ['pipe', 'ignore', 'inherit'] },
  )
  const ended = once(child, 'exit')
  const random = seeded(12)
  for (let n = 1; n <= count;) {
    let lines = ''
    for (const end = Math.min(count, n + AT_ONCE - 1); n <= end; n++) {
      lines += `${n}\t${sentence(random, 9)}\t${sentence(random, BODY_WORDS)}\n`
    }
    if (!child.stdin.write(lines)) await once(child.stdin, 'drain')
  }
  child.stdin.end()
  const [code] = (await ended) as [number]
  if (code !== 0) throw new Error('articles could not be copied')
}

/** Stores what was copied as articles of the last year about the instruments there are, the most about few of them. */
export const STORE_ARTICLES = `
  insert into article (doc_id, seq, revision, simulated, headline, source, url, published_at, summary, body, language, source_tier,
    routing_tier, official, positive, negative, sentiment, llm_relevance_score, market_score, score, story_id, signature, bands, numbers,
    content_hash, words)
  select md5('a' || n)::uuid, n, n, false, headline, 'Source ' || n % 50, 'https://news.example/' || n,
    now() - (1000000 - n) % 1000000 * 31.5 * interval '1 second' - (hashint4(n) & 65535) * interval '1 second',
    null, body, 'en', 1 + n % 4, 1 + n % 4, false, 0.3, 0.3, n % 3 - 1, 0.5, 0.5, hashint4(n) & 8191, md5('a' || n)::uuid, '\\x00', '{}', '{}',
    md5('a' || n)::uuid, setweight(article_words(headline), 'A') || setweight(article_words(body), 'C')
  from made;
  insert into article_entity (seq, entity_id, position, relevance, positive, negative, sentiment, published_at)
  select seq, (ids.all)[1 + floor(power((hashint4(seq) & 65535) / 65536.0, 2) * array_length(ids.all, 1))::int], 0, 0.9, 0.3, 0.3,
    sentiment, published_at
  from article, (select array_agg(entity_id order by market_cap desc nulls last) as all from instrument) as ids;`
