import { roundTo } from '../kernel/numbers.ts'
import { addMonths, fieldsOf, utcDay, zonedDay } from '../kernel/time.ts'
import { calendarOf } from '../market/venues.ts'
import { minutePath } from './minute-path.ts'
import { minuteCount } from './session-clock.ts'
import { sessionModel, sessionShape } from './session-shape.ts'
import { splitBasis } from './splits.ts'
import { firstTradingDay, historyYears } from './history.ts'
import { LAST_DAY } from './timeline.ts'
import type { MarketCalendar, Session } from '../market/calendar/index.ts'
import type { Day, Instant } from '../kernel/time.ts'
import type { DemoInstrument } from './instrument.ts'
import type { MinutePath } from './minute-path.ts'
import type { PricePaths } from './price-path.ts'
import type { SessionModel, SessionShape } from './session-shape.ts'

/** One instrument seen from a moment. */
export interface View {
  instrument: DemoInstrument
  now: Instant
  calendar: MarketCalendar
  /** The date at the venue: splits up to it are in all prices. */
  today: Day
  /** First and last day with finished bars, both included; `first` is above `last` where there is none. */
  history: { first: Day; last: Day }
  /** A session's trading; `previous` is the day of the session before, found by the calendar unless given. */
  shape(session: Session, previous?: Day): SessionShape
  /** A session's trading minute by minute. */
  minutes(session: Session): SessionMinutes
  /** How a session's whole ticks and traded shares are shown on today's split basis. */
  scale(shape: SessionShape): Scale
}

/** Where sessions are looked up. */
export interface Trading {
  /** How an instrument looks at a moment; throws a RangeError outside the years of the market calendars. */
  view(instrument: DemoInstrument, now: Instant): View
}

/** A session as a whole and minute by minute. */
export interface SessionMinutes {
  shape: SessionShape
  path: MinutePath
}

/** Turns what was traded into what is shown. */
export interface Scale {
  price(ticks: number): number
  volume(shares: number): number
}

/** Finer than any tick; removes the error of a multiplication. */
const PRICE_DECIMALS = 8

/** The trading of a market. */
export function createTrading(seed: string, paths: PricePaths): Trading {
  const models = new Map<DemoInstrument, SessionModel>()
  /** Of the session asked for last, of every instrument: 9 kB for a session of 390 minutes. */
  const minutePaths = new Map<DemoInstrument, SessionMinutes>()

  function modelOf(instrument: DemoInstrument): SessionModel {
    let model = models.get(instrument)
    if (model === undefined) {
      model = sessionModel(seed, instrument)
      models.set(instrument, model)
    }
    return model
  }

  function minutesOf(
    instrument: DemoInstrument,
    session: Session,
    shape: () => SessionShape,
  ): SessionMinutes {
    let known = minutePaths.get(instrument)
    if (known?.shape.day !== session.day) {
      known = computeMinutes(instrument, session, shape())
      minutePaths.set(instrument, known)
    }
    return known
  }

  function computeMinutes(instrument: DemoInstrument, session: Session, shape: SessionShape): SessionMinutes {
    const rhythm = instrument.assetClass === 'crypto' ? 'clock' : 'session'
    return { shape, path: minutePath(shape, minuteCount(session), modelOf(instrument), rhythm) }
  }

  function view(instrument: DemoInstrument, now: Instant): View {
    const calendar = calendarFor(instrument)
    const today = zonedDay(calendar.timezone, now)
    const path = paths.of(instrument, fieldsOf(utcDay(now)).year)
    const basis = splitBasis(instrument, today)
    const shape = (session: Session, previous = calendar.addSessions(session.day, -1).day): SessionShape =>
      sessionShape(instrument, path, modelOf(instrument), { previous, session })
    return {
      instrument,
      now,
      calendar,
      today,
      history: {
        first: Math.max(firstTradingDay(instrument), addMonths(today, -12 * historyYears(instrument))),
        last: Math.min(LAST_DAY, calendar.lastFinished(now).day),
      },
      shape,
      minutes: (session) => minutesOf(instrument, session, () => shape(session)),
      scale({ day, tick }) {
        const ratio = splitBasis(instrument, day) / basis
        return {
          price: (ticks) => roundTo(ticks * tick * ratio, PRICE_DECIMALS),
          volume: (shares) => Math.round(shares / ratio),
        }
      },
    }
  }

  return { view }
}

/** The calendar an instrument trades by. */
function calendarFor(instrument: DemoInstrument): MarketCalendar {
  const calendar = calendarOf(instrument.mic, instrument.assetClass)
  if (calendar === null) throw new RangeError(`no calendar for ${instrument.mic}`)
  return calendar
}
