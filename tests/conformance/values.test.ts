import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS, formatInstant } from '../../src/kernel/time.ts'
import { describeEngines, type TestDatabase } from '../support/engines.ts'

const FIRST = Date.UTC(2000, 0, 1) - 730_119 * DAY_MS // 0001-01-01
const LAST = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Finite ones; minus zero is sent as zero. */
const DOUBLES = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)

describeEngines('values', (engine) => {
  let database: TestDatabase

  beforeAll(async () => {
    database = await engine.create()
  })
  afterAll(() => database.drop())

  /** What the one column of the one row is in JavaScript. */
  async function valueOf(expression: string, parameters: unknown[] = []): Promise<unknown> {
    const { rows } = await database.storage.pool.query<{ value: unknown }>(
      `select ${expression} as value`,
      parameters,
    )
    expect(rows).toHaveLength(1)
    return rows[0]?.value
  }

  describe('of 64-bit integers', () => {
    it.each([0, 1, -1, Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER])(
      '%d is a number',
      async (value) => {
        expect(await valueOf(`${value}::bigint`)).toBe(value)
        expect(await valueOf('$1::bigint', [value])).toBe(value)
      },
    )

    it.each(['count(*)', 'sum(1)', 'max(1::bigint)'])('%s is a number', async (expression) => {
      expect(await valueOf(expression)).toBe(1)
    })

    it.each(['9007199254740992', '-9007199254740992', '9223372036854775807'])(
      '%s is refused rather than rounded, and the next query is answered',
      async (value) => {
        await expect(valueOf(`${value}::bigint`)).rejects.toThrow('exceeds 2^53')
        expect(await valueOf('1')).toBe(1)
      },
    )
  })

  describe('of dates', () => {
    it.each(['2026-01-15', '1969-12-31', '0001-01-01', '9999-12-31', '2024-02-29'])(
      '%s is itself',
      async (day) => {
        expect(await valueOf(`'${day}'::date`)).toBe(day)
        expect(await valueOf('$1::date', [day])).toBe(day)
      },
    )

    it('are the same in whatever zone the process or the session is', async () => {
      const zone = process.env['TZ']
      process.env['TZ'] = 'America/New_York'
      try {
        expect(await valueOf(`'2026-01-15'::date`)).toBe('2026-01-15')
      } finally {
        if (zone === undefined) delete process.env['TZ']
        else process.env['TZ'] = zone
      }
    })
  })

  describe('of timestamps', () => {
    it.each([
      ['2026-01-15T14:30:00Z', Date.UTC(2026, 0, 15, 14, 30)],
      ['2026-01-15T14:30:00.123Z', Date.UTC(2026, 0, 15, 14, 30, 0, 123)],
      ['2026-01-15T14:30:00.1Z', Date.UTC(2026, 0, 15, 14, 30, 0, 100)],
      ['2026-01-15T14:30:00.123456Z', Date.UTC(2026, 0, 15, 14, 30, 0, 123)],
      ['2026-01-15T14:30:00.999999Z', Date.UTC(2026, 0, 15, 14, 30, 0, 999)],
      ['2026-01-15T14:30:00-05:00', Date.UTC(2026, 0, 15, 19, 30)],
      ['1970-01-01T00:00:00Z', 0],
      ['1969-12-31T23:59:59.999Z', -1],
      ['1969-12-31T23:59:59.9995Z', -1],
      ['1969-12-31T23:59:59.000001Z', -1_000],
      ['1800-06-01T12:00:00Z', Date.UTC(1800, 5, 1, 12)],
      ['0001-01-01T00:00:00Z', FIRST],
      ['9999-12-31T23:59:59.999Z', LAST],
    ])('%s is milliseconds since 1970, cut to whole ones', async (text, instant) => {
      expect(await valueOf('$1::timestamptz', [text])).toBe(instant)
    })

    it('are written as ISO text and come back as they were', async () => {
      const instants = fc.sample(fc.integer({ min: FIRST, max: LAST }), 500)
      const { rows } = await database.storage.pool.query<{ at: number }>(
        'select unnest($1::timestamptz[]) as at',
        [instants.map(formatInstant)],
      )
      expect(rows.map(({ at }) => at)).toEqual(instants)
    })

    it.each(['America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'UTC'])(
      'are the same instants to a session in %s',
      async (zone) => {
        await database.storage.db.transaction().execute(async (trx) => {
          await sql`select set_config('timezone', ${zone}, true)`.execute(trx)
          for (const at of [Date.UTC(2026, 0, 15, 14, 30), Date.UTC(2026, 6, 15, 3, 15, 0, 7), -1]) {
            const { rows } = await sql<{
              at: number
            }>`select ${formatInstant(at)}::timestamptz as at`.execute(trx)
            expect(rows).toEqual([{ at }])
          }
        })
      },
    )

    it.each(['infinity', '-infinity', '10000-01-01', '0044-03-15 BC'])('%s is refused', async (text) => {
      await expect(valueOf('$1::timestamptz', [text])).rejects.toThrow('out of range')
      expect(await valueOf('1')).toBe(1)
    })
  })

  describe('of doubles', () => {
    const EXTREMES = [
      0,
      0.1,
      1 / 3,
      5e-324,
      2.2250738585072014e-308,
      Number.MAX_VALUE,
      -Number.MAX_VALUE,
      1e21,
      123456789.12345679,
    ]

    it('are themselves to the last bit, singly and in arrays', async () => {
      const numbers = [...EXTREMES, ...fc.sample(DOUBLES, 300)]
      const { rows } = await database.storage.pool.query<{ value: number }>(
        'select unnest($1::float8[]) as value',
        [numbers],
      )
      expect(rows.map(({ value }) => value)).toEqual(numbers)
      expect(await valueOf('$1::float8[]', [numbers])).toEqual(numbers)
      for (const number of EXTREMES) expect(await valueOf('$1::float8', [number])).toBe(number)
    })

    it('may be what is no number', async () => {
      expect(await valueOf(`'NaN'::float8`)).toBe(Number.NaN)
      expect(await valueOf(`'Infinity'::float8`)).toBe(Number.POSITIVE_INFINITY)
      expect(await valueOf(`'-Infinity'::float8`)).toBe(Number.NEGATIVE_INFINITY)
    })
  })

  describe('of text', () => {
    const TEXTS = [
      '',
      ' ',
      'é€𝄞',
      "o'hara",
      '"',
      '\\',
      'a,b',
      '{}',
      'NULL',
      '\u202e',
      '\t\r\n',
      '%_',
      'x'.repeat(100_000),
    ]

    it('are themselves, singly and in arrays', async () => {
      for (const text of TEXTS) expect(await valueOf('$1::text', [text])).toBe(text)
      expect(await valueOf('$1::text[]', [TEXTS])).toEqual(TEXTS)
      expect(await valueOf('$1::text[]', [[]])).toEqual([])
      expect(await valueOf(`array[null, 'null', '']::text[]`)).toEqual([null, 'null', ''])
    })

    it('sort by their bytes, so that both engines page alike', async () => {
      const words = ['b', 'B', 'a', 'Z', 'é', 'z', '10', '9', ' ', '~']
      const { rows } = await database.storage.pool.query<{ word: string }>(
        'select word from unnest($1::text[]) as word order by word collate "C"',
        [words],
      )
      expect(rows.map(({ word }) => word)).toEqual(
        words.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))),
      )
    })

    it('with a NUL are refused, and the next query is answered', async () => {
      await expect(valueOf('$1::text', ['a\0b'])).rejects.toThrow(/0x00|invalid/)
      expect(await valueOf('1')).toBe(1)
    })
  })

  it('of the other types that tables use are what the code expects', async () => {
    const id = '1C0CDD38-7A4C-4A6B-8A94-6E2B0A4B3F10'
    const json = { a: [1, 0.1, null, 'é'], b: { c: true } }
    expect(await valueOf('$1::uuid', [id])).toBe(id.toLowerCase())
    expect(await valueOf('$1::jsonb', [JSON.stringify(json)])).toEqual(json)
    expect(await valueOf('$1::boolean', [true])).toBe(true)
    expect(await valueOf('$1::int', [-2_147_483_648])).toBe(-2_147_483_648)
    expect(await valueOf('$1::bytea', [Buffer.from([0, 255, 10])])).toEqual(Buffer.from([0, 255, 10]))
    expect(await valueOf('null::int')).toBeNull()
  })

  it('of a wide row and of many rows arrive whole', async () => {
    const { rows } = await database.storage.pool.query<{ n: number; text: string }>(
      `select n, repeat(n::text, 20) as text from generate_series(1, 20000) as n`,
    )
    expect(rows).toHaveLength(20_000)
    expect(rows.every(({ n, text }) => text === String(n).repeat(20))).toBe(true)
    const large = await valueOf(`repeat('x', 20000000)`)
    expect((large as string).length).toBe(20_000_000)
  })
})
