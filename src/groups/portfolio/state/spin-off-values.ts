import type { Id } from '../../../kernel/ids.ts'
import { createPause } from '../../../kernel/pause.ts'
import type { Day } from '../../../kernel/time.ts'
import { splitFactorAfter } from '../../../market/adjustment.ts'
import type { EffectiveSpinOff, InstrumentProfile, InstrumentReader } from '../../../ports/instruments.ts'
import type { SplitFact, ValuedSpinOff } from '../ledger/entry.ts'

/** New shares begin to trade, and old ones have traded, within so many days. */
const NEAR_DAYS = 10

export interface SpinOffContext {
  instruments: Pick<InstrumentReader, 'dailyCloses' | 'ratesInto'>
  profiles: ReadonlyMap<Id, InstrumentProfile>
  splits: ReadonlyMap<Id, readonly SplitFact[]>
  signal: AbortSignal
}

/** Closes around an ex-date, as shares counted on it. */
interface Around {
  days: readonly Day[]
  closes: readonly number[]
}

/** What is known of one spin-off by itself. */
interface Worth {
  /** Value of what goes with one share of the parent at the first close of both, for each unit of the parent's; null where it is not known. */
  ratio: number | null
  /** Of a new share on the ex-date, in the child's currency; null where it is not known. */
  price: number | null
}

/**
 * What spin-offs are booked at. The fraction of the cost that goes with the new shares is the published one, else their part of the market value at
 * the close of the first session in which both were traded. A new share is worth what it closed at then; where it has no price, what the fraction or
 * else the fall of the parent says of it. What concerns an instrument that nobody has listed is left out.
 */
export async function valueSpinOffs(
  spinOffs: readonly EffectiveSpinOff[],
  context: SpinOffContext,
): Promise<ValuedSpinOff[]> {
  const pause = createPause(context.signal)
  const found: Array<EffectiveSpinOff & Worth & { currency: string }> = []
  for (const spinOff of spinOffs) {
    await pause()
    const parent = context.profiles.get(spinOff.parentId)
    const child = context.profiles.get(spinOff.childId)
    if (parent === undefined || child === undefined) continue
    const worth = await worthOf(spinOff, { parent, child }, context)
    found.push({ ...spinOff, ...worth, currency: child.currency })
  }
  const events = Map.groupBy(found, ({ parentId, exDay }) => `${parentId} ${exDay}`)
  return [...events.values()].flatMap(withFractions).toSorted((one, other) => one.exDay - other.exDay)
}

/** Of all that one parent gave on one day: each fraction is of the cost before any of it. */
function withFractions(
  given: ReadonlyArray<EffectiveSpinOff & Worth & { currency: string }>,
): ValuedSpinOff[] {
  const all = given.reduce((sum, { ratio }) => sum + (ratio ?? 0), 1)
  let left = 1
  return given.map(({ ratio, costFraction: published, ...rest }) => {
    const costFraction = published ?? (ratio === null ? null : ratio / all)
    const ofRest = left <= 0 ? 0 : Math.min(1, (costFraction ?? 0) / left)
    left -= costFraction ?? 0
    const basis = published !== null ? 'published' : ratio !== null ? 'market_value' : 'unknown'
    return { ...rest, costFraction, ofRest, basis }
  })
}

async function worthOf(
  { exDay, to, from, costFraction: published }: EffectiveSpinOff,
  { parent, child }: { parent: InstrumentProfile; child: InstrumentProfile },
  context: SpinOffContext,
): Promise<Worth> {
  const [old, young, rate] = [
    await closesAround(parent.entityId, exDay, context),
    await closesAround(child.entityId, exDay, context),
    await rateOf(parent.currency, { into: child.currency, day: exDay }, context),
  ]
  const given = to / from
  const both = firstOfBoth(old, young, exDay)
  return {
    ratio: both === null || rate === null ? null : (both.young * given) / (both.old * rate),
    price: firstFrom(young, exDay) ?? impliedPrice({ old, exDay, published, rate, given }),
  }
}

/** What a new share without a price was worth: by the published fraction of both values, or by what the old one lost. */
function impliedPrice({
  old,
  exDay,
  published,
  rate,
  given,
}: {
  old: Around
  exDay: Day
  published: number | null
  rate: number | null
  given: number
}): number | null {
  const after = firstFrom(old, exDay)
  if (rate === null || after === null) return null
  if (published !== null) return ((published / (1 - published)) * after * rate) / given
  const before = old.closes[old.days.findLastIndex((day) => day < exDay)]
  return before === undefined || before <= after ? null : ((before - after) * rate) / given
}

async function closesAround(
  id: Id,
  exDay: Day,
  { instruments, splits, signal }: SpinOffContext,
): Promise<Around> {
  const range = { from: exDay - NEAR_DAYS, to: exDay + NEAR_DAYS }
  const found = await instruments.dailyCloses(id, range, signal)
  const factor = splitFactorAfter(splits.get(id) ?? [], exDay)
  return {
    days: Array.from(found?.days ?? []),
    closes: Array.from(found?.closes ?? [], (close) => close * factor),
  }
}

const firstFrom = ({ days, closes }: Around, exDay: Day): number | null =>
  closes[days.findIndex((day) => day >= exDay)] ?? null

/** Both closes of the first session from the ex-date on that both have. */
function firstOfBoth(old: Around, young: Around, exDay: Day): { old: number; young: number } | null {
  for (const [at, day] of old.days.entries()) {
    const [own, other] = [old.closes[at], young.closes[young.days.indexOf(day)]]
    if (day >= exDay && own !== undefined && other !== undefined) return { old: own, young: other }
  }
  return null
}

/** Units of one currency for one of another on a day; null where it is not known. */
async function rateOf(
  currency: string,
  { into, day }: { into: string; day: Day },
  { instruments }: SpinOffContext,
): Promise<number | null> {
  const rateOn = await instruments.ratesInto(into, { from: day, to: day })(currency)
  return rateOn(day)
}
