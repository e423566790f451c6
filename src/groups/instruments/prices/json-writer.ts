import { wireNumber } from '../../../kernel/numbers.ts'
import {
  DAY_MS,
  type Day,
  fieldsOf,
  formatDay,
  formatInstantSeconds,
  type Instant,
} from '../../../kernel/time.ts'

const WIRE_DECIMALS = 8
const SCALE = 10 ** WIRE_DECIMALS
/** In between, eight decimals are fewer than a double has; JSON writes smaller ones with an exponent. */
const [MIN_PLAIN, MAX_PLAIN] = [1e-6, 1e6]
/** Digits of the largest double, sign, point and exponent included. */
const MAX_NUMBER_BYTES = 32
const ZERO = 0x30
const POINT = 0x2e
const DASH = 0x2d
const COLON = 0x3a
const LETTER_T = 0x54
const LETTER_Z = 0x5a
/** Years of four digits, as days. */
const [FIRST_PLAIN_DAY, LAST_PLAIN_DAY] = [-719_528, 2_932_896]
/** `2026-11-25T15:04:05Z` */
const INSTANT_BYTES = 20
const SECONDS_PER_DAY = DAY_MS / 1_000

const MAX_SPARE_BYTES = 1024 * 1024
/** Memory of the writer before, for the next one: what is set aside for a long series is more than its result. */
let spare: Buffer | null = null

/**
 * Writes ASCII JSON into memory that grows. A long series is tens of thousands of numbers and dates: turning each into a
 * string first takes several times as long, and leaves as much behind to collect.
 */
export class JsonWriter {
  length = 0
  private bytes: Buffer

  constructor(expectedBytes: number) {
    const taken = spare !== null && spare.length >= expectedBytes ? spare : null
    // Another writer at the same time has memory of its own.
    if (taken !== null) spare = null
    this.bytes = taken ?? Buffer.allocUnsafeSlow(Math.max(64, expectedBytes))
  }

  /** What has been written, in memory of its own; the writer is of no use afterwards. */
  finish(): Buffer {
    const written = Buffer.allocUnsafeSlow(this.length)
    this.bytes.copy(written, 0, 0, this.length)
    if (this.bytes.length <= MAX_SPARE_BYTES) spare = this.bytes
    this.bytes = written
    return written
  }

  ascii(text: string): void {
    this.reserve(text.length)
    const { bytes } = this
    let at = this.length
    for (let i = 0; i < text.length; i++) bytes[at++] = text.charCodeAt(i)
    this.length = at
  }

  /** A number of at least 0 to 8 decimals, rounded half up, without trailing zeros. */
  price(value: number): void {
    if (!(value >= MIN_PLAIN && value < MAX_PLAIN)) {
      // Adjusted for splits and dividends, a price can become smaller than any that is stored.
      this.ascii(String(wireNumber(value) || value))
      return
    }
    const places = Math.round(value * SCALE + value * SCALE * Number.EPSILON)
    const whole = Math.floor(places / SCALE)
    this.whole(whole)
    const rest = places - whole * SCALE
    if (rest > 0) this.fraction(rest)
  }

  /** A whole number of at least 0. */
  whole(value: number): void {
    if (!(value >= 0 && value <= 0x7fff_ffff)) {
      this.ascii(String(value))
      return
    }
    this.reserve(MAX_NUMBER_BYTES)
    let digits = 1
    for (let bound = 10; digits < 10 && value >= bound; bound *= 10) digits++
    this.digits(value | 0, this.length, digits)
    this.length += digits
  }

  /** A date as YYYY-MM-DD. */
  day(day: Day): void {
    if (!(day >= FIRST_PLAIN_DAY && day <= LAST_PLAIN_DAY)) {
      this.ascii(formatDay(day))
      return
    }
    this.reserve(INSTANT_BYTES)
    const { year, month, date } = fieldsOf(day)
    const century = (year / 100) | 0
    this.pair(century)
    this.pair(year - century * 100)
    this.byte(DASH)
    this.pair(month)
    this.byte(DASH)
    this.pair(date)
  }

  /** An instant as YYYY-MM-DDThh:mm:ssZ, without its milliseconds. */
  instant(instant: Instant): void {
    const day = Math.floor(instant / DAY_MS)
    if (!(day >= FIRST_PLAIN_DAY && day <= LAST_PLAIN_DAY)) {
      this.ascii(formatInstantSeconds(instant))
      return
    }
    this.day(day)
    const second = Math.floor(instant / 1_000) - day * SECONDS_PER_DAY
    const [hours, minutes] = [(second / 3_600) | 0, ((second / 60) | 0) % 60]
    this.byte(LETTER_T)
    this.pair(hours)
    this.byte(COLON)
    this.pair(minutes)
    this.byte(COLON)
    this.pair(second % 60)
    this.byte(LETTER_Z)
  }

  /** Two digits, where there is room. */
  private pair(value: number): void {
    const tens = (value / 10) | 0
    this.byte(ZERO + tens)
    this.byte(ZERO + value - tens * 10)
  }

  private byte(value: number): void {
    this.bytes[this.length++] = value
  }

  private fraction(places: number): void {
    this.reserve(MAX_NUMBER_BYTES)
    let rest = places | 0
    let digits = WIRE_DECIMALS
    while (rest % 10 === 0) {
      rest = (rest / 10) | 0
      digits--
    }
    this.bytes[this.length] = POINT
    this.digits(rest, this.length + 1, digits)
    this.length += digits + 1
  }

  /** So many digits of a number, from a place on. */
  private digits(value: number, start: number, digits: number): void {
    const { bytes } = this
    let rest = value
    for (let at = start + digits - 1; at >= start; at--) {
      const tenth = (rest / 10) | 0
      bytes[at] = ZERO + rest - tenth * 10
      rest = tenth
    }
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + more))
    larger.set(this.bytes)
    this.bytes = larger
  }
}
