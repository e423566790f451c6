import { readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Day } from '../../../kernel/time.ts'
import { UnreadableFile } from '../csv.ts'
import { whyUnopened } from '../read-file.ts'
import { parseLeanDay } from './cells.ts'
import type { DataFile } from './data-file.ts'

/** What a folder of US equities holds. */
export interface LeanFolder {
  path: string
  /** Tickers that have data of any kind, lower case, ascending. */
  tickers: readonly string[]
  /** The ticker's daily file, or its hourly one where there is none. */
  dailyOf(ticker: string): DataFile | null
  /** The ticker's minute files of a kind, ascending by day. */
  minutesOf(ticker: string, kind: MinuteKind): Promise<MinuteFile[]>
}

export type MinuteKind = 'trade' | 'quote'

export interface MinuteFile extends DataFile {
  day: Day
}

/** `Data/equity/usa` lies two folders below Lean's own; two more may lie around that. */
const MAX_DEPTH = 4
const SUBFOLDERS = ['daily', 'hour', 'minute', 'map_files', 'factor_files']

/** Finds `equity/usa` at or below a folder and lists what is there. Throws {@link UnreadableFile}. */
export async function openLeanFolder(folder: string): Promise<LeanFolder> {
  await readdir(folder).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new UnreadableFile(folder, 'there is no such folder.')
    throw new UnreadableFile(folder, code === 'ENOTDIR' ? 'it is a file, not a folder.' : whyUnopened(code))
  })
  const path = await findUsa(resolve(folder), MAX_DEPTH)
  if (path === null) throw new UnreadableFile(folder, 'it contains no folder equity/usa of Lean data.')
  const daily = await zipsOf(join(path, 'daily'))
  const hourly = await zipsOf(join(path, 'hour'))
  const minute = new Map((await namesOf(join(path, 'minute'))).map((name) => [name.toLowerCase(), name]))
  return {
    path,
    tickers: [...new Set([...daily.keys(), ...hourly.keys(), ...minute.keys()])].sort(),
    dailyOf: (ticker) => {
      const file = daily.get(ticker) ?? hourly.get(ticker)
      return file === undefined ? null : { path: file, entry: `${ticker}.csv` }
    },
    minutesOf: async (ticker, kind) => {
      const name = minute.get(ticker)
      return name === undefined ? [] : minuteFiles(join(path, 'minute', name), ticker, kind)
    },
  }
}

async function findUsa(folder: string, depth: number): Promise<string | null> {
  const names = (await namesOf(folder)).sort()
  if (basename(folder) === 'usa' && names.some((name) => SUBFOLDERS.includes(name))) return folder
  if (depth === 0) return null
  for (const name of basename(folder) === 'equity' ? ['usa'] : names) {
    const found = await findUsa(join(folder, name), depth - 1)
    if (found !== null) return found
  }
  return null
}

/** The zips of a folder by their names in lower case; an absent folder has none. */
async function zipsOf(folder: string): Promise<Map<string, string>> {
  const names = (await namesOf(folder)).filter((name) => name.toLowerCase().endsWith('.zip'))
  return new Map(names.map((name) => [name.slice(0, -'.zip'.length).toLowerCase(), join(folder, name)]))
}

/** `20140605_trade.zip` holds `20140605_aapl_minute_trade.csv`. */
async function minuteFiles(folder: string, ticker: string, kind: MinuteKind): Promise<MinuteFile[]> {
  const files: MinuteFile[] = []
  for (const name of (await namesOf(folder)).sort()) {
    const [date, rest] = [name.slice(0, 8), name.slice(8).toLowerCase()]
    const day = rest === `_${kind}.zip` ? parseLeanDay(date) : null
    if (day !== null) {
      files.push({ day, path: join(folder, name), entry: `${date}_${ticker}_minute_${kind}.csv` })
    }
  }
  return files
}

/** Names in a folder; what is absent or no folder has none. */
async function namesOf(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}
