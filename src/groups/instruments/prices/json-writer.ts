import { wireNumber } from '../../../kernel/numbers.ts'

const WIRE_DECIMALS = 8
const SCALE = 10 ** WIRE_DECIMALS
/** In between, eight decimals are fewer than a double has; JSON writes smaller ones with an exponent. */
const [MIN_PLAIN, MAX_PLAIN] = [1e-6, 1e6]
/** Digits of the largest double, sign, point and exponent included. */
const MAX_NUMBER_BYTES = 32
const ZERO = 0x30
const POINT = 0x2e

/**
 * Writes ASCII JSON into memory that grows. A long series is tens of thousands of numbers: turning each into a string
 * first takes several times as long.
 */
export class JsonWriter {
  length = 0
  private bytes: Buffer

  constructor(expectedBytes: number) {
    this.bytes = Buffer.allocUnsafeSlow(Math.max(64, expectedBytes))
  }

  /** What has been written, without what was set aside. */
  finish(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.length))
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
    let rest = value | 0
    for (let at = this.length + digits - 1; at >= this.length; at--) {
      const tenth = (rest / 10) | 0
      this.bytes[at] = ZERO + rest - tenth * 10
      rest = tenth
    }
    this.length += digits
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
    for (let at = this.length + digits; at > this.length; at--) {
      const tenth = (rest / 10) | 0
      this.bytes[at] = ZERO + rest - tenth * 10
      rest = tenth
    }
    this.length += digits + 1
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + more))
    larger.set(this.bytes)
    this.bytes = larger
  }
}
