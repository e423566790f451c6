import { readArticles } from '../adapters/files/articles-jsonl.ts'
import { type Rejection, UnreadableFile } from '../adapters/files/csv.ts'
import { readBytes } from '../adapters/files/read-file.ts'
import { MAX_BYTES, parseFeed } from '../adapters/feeds/parse-feed.ts'
import { MAX_ITEMS } from '../adapters/feeds/tree.ts'
import { type ArticleImporter, createArticleImporter } from '../groups/news/index.ts'
import { createSystemClock } from '../kernel/clock.ts'
import type { Instant } from '../kernel/time.ts'
import type { IncomingArticle } from '../ports/article-source.ts'
import { type ParsedFeed, UnreadableFeed } from '../ports/news-feed.ts'
import { type CommandContext, onTarget } from './context.ts'
import { importFiles, type OnAdvance, requireFiles, Stopped } from './import-files.ts'
import { reject } from './output.ts'
import { type Counts, NO_COUNTS } from './report.ts'

/** Articles that are kept together. */
const AT_ONCE = 500

/** `import articles FILE…`: articles of JSON lines; what has been counted is kept when the command is stopped. */
export function importArticles(context: CommandContext, files: readonly string[]): Promise<number> {
  return importEach(context, files, { command: 'import articles', importFile: importLines })
}

/** `import feed FILE… [--source NAME]`: the items of RSS, Atom, RDF and JSON feeds. */
export function importFeeds(
  context: CommandContext,
  files: readonly string[],
  { source }: { source?: string | undefined },
): Promise<number> {
  return importEach(context, files, {
    command: 'import feed',
    importFile: (file, work) => importFeed(file, work, source ?? null),
  })
}

interface Work {
  importer: ArticleImporter
  context: CommandContext
  /** Market time: what articles are dated by where they say "two hours ago". */
  seenAt: Instant
  onAdvance: OnAdvance
}

async function importEach(
  context: CommandContext,
  files: readonly string[],
  { command, importFile }: { command: string; importFile: (file: string, work: Work) => Promise<Counts> },
): Promise<number> {
  requireFiles(files, command)
  const { config, output, dryRun } = context
  const seenAt = createSystemClock(config.marketStart).market()
  let stored = 0
  const code = await onTarget(context, ({ db }) => {
    const importer = createArticleImporter(db)
    return importFiles(context, files, {
      command,
      importFile: async (file, onAdvance) => {
        const counts = await importFile(file, { importer, context, seenAt, onAdvance })
        output.counts(file, counts)
        stored += counts.stored
        return counts
      },
    })
  })
  if (stored > 0 && !dryRun) output.line('They are served once a running server has linked and scored them.')
  return code
}

async function importLines(file: string, { importer, context, seenAt, onAdvance }: Work): Promise<Counts> {
  const { output, stop } = context
  const counts = { ...NO_COUNTS }
  let batch: IncomingArticle[] = []
  let share = 0
  const leaveOut = (rejection: Rejection): void => {
    counts.read++
    counts.rejected++
    reject(output, file, rejection)
  }
  const keep = async (): Promise<void> => {
    const { stored, unchanged } = await importer.receive(batch)
    counts.read += batch.length
    counts.stored += stored
    counts.unchanged += unchanged
    batch = []
    onAdvance(share, counts.read)
  }
  try {
    for await (const { line, record } of readArticles(file, leaveOut, (read) => (share = read))) {
      const article = importer.check(record, seenAt)
      if (typeof article === 'string') leaveOut({ line, reason: article })
      else batch.push(article)
      if (batch.length >= AT_ONCE) await keep()
      if (stop.aborted && batch.length === 0) {
        output.counts(file, counts)
        throw new Stopped(counts)
      }
    }
  } catch (error) {
    // What came before the place where a file breaks off is kept and counted.
    if (!(error instanceof UnreadableFile) || counts.read + batch.length === 0) throw error
    output.error(error.message)
    counts.rejected++
  }
  if (batch.length > 0) await keep()
  return counts
}

async function importFeed(
  file: string,
  { importer, context, seenAt }: Work,
  source: string | null,
): Promise<Counts> {
  const { output } = context
  const feed = await readFeed(file)
  if (feed.items.length >= MAX_ITEMS) {
    output.error(`${file}: of more than ${MAX_ITEMS} items the first ${MAX_ITEMS} are read.`)
  } else if (feed.repaired) output.error(`${file}: it is not well-formed and was read as far as it goes.`)
  const { articles, empty } = await importer.articlesOf(feed, { source, seenAt })
  if (empty > 0) {
    const reason = 'no text or no address'
    output.rejected(
      [{ name: file, line: null, rows: empty, reason }],
      [`${file}: ${empty === 1 ? '1 item' : `${empty} items`} rejected: ${reason}`],
    )
  }
  const { stored, unchanged } = await importer.receive(articles)
  return { read: feed.items.length, stored, unchanged, rejected: empty }
}

async function readFeed(file: string): Promise<ParsedFeed> {
  const bytes = await readBytes(file, MAX_BYTES)
  try {
    return parseFeed(bytes, { contentType: null, url: null })
  } catch (error) {
    if (error instanceof UnreadableFeed) throw new UnreadableFile(file, error.message)
    throw error
  }
}
