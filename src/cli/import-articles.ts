import { readArticles } from '../adapters/files/articles-jsonl.ts'
import { UnreadableFile } from '../adapters/files/csv.ts'
import { readBytes } from '../adapters/files/read-file.ts'
import { MAX_BYTES, parseFeed } from '../adapters/feeds/parse-feed.ts'
import { type ArticleImporter, createArticleImporter } from '../groups/news/index.ts'
import { createSystemClock } from '../kernel/clock.ts'
import type { Instant } from '../kernel/time.ts'
import type { IncomingArticle } from '../ports/article-source.ts'
import { type ParsedFeed, UnreadableFeed } from '../ports/news-feed.ts'
import { type CommandContext, CommandError, openForCommand } from './context.ts'
import { addCounts, type Counts, countsLine, exitCodeOf, NO_COUNTS, rejectionLine } from './report.ts'

/** Articles that are kept together. */
const AT_ONCE = 500

/** `import articles FILE…`: articles of JSON lines; what has been counted is kept when the command is stopped. */
export function importArticles(context: CommandContext, files: readonly string[]): Promise<number> {
  return importEach(context, files, { name: 'articles', importFile: importLines })
}

/** `import feed FILE… [--source NAME]`: the items of RSS, Atom, RDF and JSON feeds. */
export function importFeeds(
  context: CommandContext,
  files: readonly string[],
  { source }: { source?: string | undefined },
): Promise<number> {
  return importEach(context, files, {
    name: 'feed',
    importFile: (file, work) => importFeed(file, work, source ?? null),
  })
}

interface Work {
  importer: ArticleImporter
  context: CommandContext
  /** Market time: what articles are dated by where they say "two hours ago". */
  seenAt: Instant
}

async function importEach(
  context: CommandContext,
  files: readonly string[],
  { name, importFile }: { name: string; importFile: (file: string, work: Work) => Promise<Counts> },
): Promise<number> {
  if (files.length === 0) throw new CommandError(`import ${name} needs at least one FILE.`)
  const { config, output } = context
  const open = await openForCommand(config)
  let total = NO_COUNTS
  try {
    const { db } = open.storage
    const importer = createArticleImporter(db)
    const work = { importer, context, seenAt: createSystemClock(config.marketStart).market() }
    for (const file of files) {
      output.progress(file)
      try {
        const counts = await importFile(file, work)
        output.line(countsLine(file, counts))
        total = addCounts(total, counts)
      } catch (error) {
        if (!(error instanceof UnreadableFile)) throw error
        output.error(error.message)
        total = addCounts(total, { ...NO_COUNTS, rejected: 1 })
      }
    }
  } finally {
    await open.close()
  }
  if (files.length > 1) output.line(countsLine(`${files.length} files`, total))
  if (total.stored > 0) output.line('They are served once a running server has linked and scored them.')
  return exitCodeOf(total)
}

async function importLines(file: string, { importer, context, seenAt }: Work): Promise<Counts> {
  const { output } = context
  const counts = { ...NO_COUNTS }
  let batch: IncomingArticle[] = []
  const reject = (rejection: { line: number; reason: string }): void => {
    counts.read++
    counts.rejected++
    output.error(rejectionLine(file, rejection))
  }
  const keep = async (): Promise<void> => {
    const { stored, unchanged } = await importer.receive(batch)
    counts.read += batch.length
    counts.stored += stored
    counts.unchanged += unchanged
    batch = []
    output.progress(`${file}: ${counts.stored + counts.unchanged} articles kept`)
  }
  try {
    for await (const { line, record } of readArticles(file, reject)) {
      const article = importer.check(record, seenAt)
      if (typeof article === 'string') reject({ line, reason: article })
      else batch.push(article)
      if (batch.length >= AT_ONCE) await keep()
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
  const feed = await readFeed(file)
  if (feed.repaired) context.output.error(`${file}: it is not well-formed and was read as far as it goes.`)
  const { articles, empty } = importer.articlesOf(feed, { source, seenAt })
  if (empty > 0) context.output.error(`${file}: ${empty} items rejected: they have no text or no address`)
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
