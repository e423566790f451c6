import type { Id } from '../../../kernel/ids.ts'
import { createPause } from '../../../kernel/pause.ts'
import { type Day, formatDay, parseDay } from '../../../kernel/time.ts'
import type { CostBasisMethod } from '../../../market/vocabulary.ts'
import type { InstrumentProfile, InstrumentReader } from '../../../ports/instruments.ts'
import type { PortfolioOwner } from '../../../ports/portfolio.ts'
import { tiedTo, withChildren } from '../ledger/actions.ts'
import type {
  AccountRow,
  LedgerExtent,
  LedgerRows,
  LedgerStore,
  TransactionFilter,
} from '../ledger/ledger-store.ts'
import { rulesOf } from '../ledger/quantities.ts'
import type { SnapshotHead } from '../ledger/snapshot-store.ts'
import type { LedgerInput, LedgerSince } from './compute-state.ts'
import { type RateTable, rateTable } from './ledger-state.ts'
import { movedPrices } from './moved-prices.ts'
import {
  ABOUT_NOTHING,
  fingerprinted,
  type MadeSnapshot,
  type SnapshotAbout,
  type SnapshotInputs,
  soundOnes,
} from './snapshots.ts'
import { valueSpinOffs } from './spin-off-values.ts'

/** A snapshot is made after so many rows, or after more where there would be too many. */
const ROWS_PER_SNAPSHOT = 1_000
const MOST_SNAPSHOTS = 25

interface LoadDeps {
  store: LedgerStore
  instruments: InstrumentReader
  /** Told how many rows will be read, before they are. */
  onCounted: (rows: number) => void
}

/** Which ledger is meant, in which version. */
export interface LedgerHead {
  key: string
  /** Of the ledger: it rises with each write. */
  version: number
  base: string
  until: Day
  filter: TransactionFilter
  /** The one instrument that is asked about; null for all. */
  only: Id | null
  method: CostBasisMethod | null
  accounts: ReadonlyMap<Id, AccountRow>
  /** Whether all of the ledger is meant, up to now and as most of its owner's readings have it. */
  isUsual: boolean
}

/** Rows and what they are read with, before they are. */
export interface LoadedLedger {
  /** Names what was loaded: the same key, the same content. */
  key: string
  version: number
  base: string
  until: Day
  accounts: ReadonlyMap<Id, AccountRow>
  /** Of all rows that were read. */
  extent: LedgerExtent
  /** Of what rows are about and what was given out of it; of one instrument alone where one is asked about. */
  profiles: ReadonlyMap<Id, InstrumentProfile>
  input: Omit<LedgerInput, 'stopsAt'>
  /** What snapshots that are made of it are computed from beside rows, and what those are about that it goes on from. */
  snapshotInputs: SnapshotInputs
}

/** Reads the rows that are meant, or what snapshots say of them and the rows since, and what both are read with. */
export async function loadLedger(
  { store, instruments, onCounted }: LoadDeps,
  caller: PortfolioOwner,
  head: LedgerHead,
  signal: AbortSignal,
): Promise<LoadedLedger> {
  const { filter, accounts, method, only, isUsual, ...named } = head
  // One instrument depends on the rows of all that it is tied to.
  const ties = only === null ? null : await instruments.spinOffs([only])
  const entityIds = only === null || ties === null ? null : tiedTo([only], ties)
  const meant = { ...filter, entityIds }
  const isWhole = only === null && method === null && filter.accountIds === null
  const until = formatDay(head.until)
  const isPart = !isOfAll(filter, accounts)
  const { extent, stored, moved } = await store.read(caller, async (rows) => ({
    extent: await rows.extent(meant),
    moved: await rows.moved(meant, { until, isPart }),
    stored: isWhole ? (await rows.snapshots(head.base, until)).map(toSnapshot) : [],
  }))
  onCounted(extent.count)
  const known = ties ?? (await instruments.spinOffs(extent.entities))
  const entities = withChildren(extent.entities, known)
  const profiles = await instruments.profiles(entities)
  const [splits, rates] = await Promise.all([
    instruments.splits(entities, signal),
    readRates({ ...named, extent, accounts, profiles }, instruments, signal),
  ])
  const held = known.filter(({ parentId }) => entities.includes(parentId))
  const spinOffs = await valueSpinOffs(held, { instruments, profiles, splits, signal })
  const rules = new Map([...accounts].map(([id, row]) => [id, rulesOf(row)]))
  const prices = await movedPrices(moved, { instruments, splits, signal })
  const world = { accounts: rules, actions: { splits, spinOffs }, rates, movedPrices: prices }
  const inputs = { ...world, kept: extent.kept }
  const sound = soundOnes(stored, inputs)
  const read = await readRows(store, caller, {
    head,
    meant,
    extent,
    stored: stored.slice(0, sound.count),
    about: sound.about,
  })
  return {
    ...named,
    accounts,
    extent,
    profiles: only === null ? profiles : new Map([...profiles].filter(([id]) => id === only)),
    input: {
      ...read,
      ...world,
      rowsPerSnapshot:
        isWhole && isUsual ? Math.max(ROWS_PER_SNAPSHOT, Math.ceil(extent.count / MOST_SNAPSHOTS)) : null,
      method,
      only,
      until: head.until,
      isPart,
    },
    snapshotInputs: inputs,
  }
}

/** Whether a filter leaves no account out. */
const isOfAll = ({ accountIds }: TransactionFilter, accounts: ReadonlyMap<Id, unknown>): boolean =>
  accountIds === null || [...accounts.keys()].every((id) => accountIds.includes(id))

/** Keeps new snapshots, if the ledger is still the one that was loaded. */
export async function keepSnapshots(
  store: LedgerStore,
  caller: PortfolioOwner,
  { version, base, input: { since }, snapshotInputs }: LoadedLedger,
  made: readonly MadeSnapshot[],
): Promise<void> {
  const rows = fingerprinted(made, since?.about ?? ABOUT_NOTHING, snapshotInputs).map(
    ({ day, after, about, ...row }) => ({
      ...row,
      day: formatDay(day),
      after: after === null ? null : formatDay(after),
      about: {
        accounts: [...about.accounts],
        entities: [...about.entities],
        currencies: [...about.currencies],
      },
    }),
  )
  const after = since === null ? null : formatDay(since.day)
  await store.keep(caller, version, (own) => own.replaceSnapshots(base, after, rows))
}

const toSnapshot = ({ day, after, ...head }: SnapshotHead) => ({
  ...head,
  day: parseDay(day) ?? 0,
  after: after === null ? null : parseDay(after),
})

/** Rows since the last of some snapshots with what those say; all rows where there is none, or none any more. */
async function readRows(
  store: LedgerStore,
  caller: PortfolioOwner,
  asked: {
    head: LedgerHead
    meant: TransactionFilter
    extent: LedgerExtent
    stored: ReadonlyArray<ReturnType<typeof toSnapshot>>
    about: SnapshotAbout
  },
): Promise<{ since: LedgerSince | null; packs: string[] }> {
  return store.read(caller, async (rows) => {
    const since = await sinceOf(rows, asked)
    if (since !== null) {
      const packs = await rows.packed({ ...asked.meant, from: formatDay(since.day + 1) })
      // Both belong together where nothing has been written since the version was read.
      if ((await rows.version()) === asked.head.version) return { since, packs }
    }
    return { since: null, packs: await rows.packed(asked.meant) }
  })
}

async function sinceOf(
  rows: LedgerRows,
  {
    head,
    extent,
    stored,
    about,
  }: Pick<Parameters<typeof readRows>[2], 'head' | 'extent' | 'stored' | 'about'>,
): Promise<LedgerSince | null> {
  const [last, firstDay] = [stored.at(-1), parseDay(extent.first ?? '')]
  if (last === undefined || firstDay === null) return null
  const { lists, standing } = await rows.snapshotTexts(head.base, formatDay(last.day))
  if (standing === null || lists.length !== stored.length) return null
  return { day: last.day, firstDay, kept: extent.kept, about, standing, parts: lists }
}

/** Rates into the base currency, of every currency that rows, accounts and instruments have. */
async function readRates(
  {
    base,
    until,
    extent,
    accounts,
    profiles,
  }: Pick<LoadedLedger, 'base' | 'until' | 'extent' | 'accounts' | 'profiles'>,
  instruments: Pick<InstrumentReader, 'ratesInto'>,
  signal: AbortSignal,
): Promise<Map<string, RateTable>> {
  const from = Math.min(parseDay(extent.first ?? '') ?? until, until)
  const range = { from, to: until }
  const intoBase = instruments.ratesInto(base, range)
  const currencies = new Set([
    ...extent.currencies,
    ...[...accounts.values()].map((row) => row.currency),
    ...[...profiles.values()].map((profile) => profile.currency),
  ])
  const tables = new Map<string, RateTable>()
  const pause = createPause(signal)
  for (const currency of currencies) {
    await pause()
    tables.set(currency, rateTable(await intoBase(currency), { from, to: until }))
  }
  return tables
}
