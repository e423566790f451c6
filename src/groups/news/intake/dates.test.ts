import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { describeRealData, realData } from '../../../../tests/support/real-data.ts'
import { DAY_MS, formatInstant } from '../../../kernel/time.ts'
import { parsePublished, type DateConfidence } from './dates.ts'

const SEEN = Date.UTC(2026, 10, 22)

describe('dates as publishers write them', () => {
  test.each<[string, string, DateConfidence]>([
    ['Thu, 01 Jan 2004 19:48:21 GMT', '2004-01-01T19:48:21', 'exact'],
    ['1 Jan 04 19:48 EST', '2004-01-02T00:48:00', 'exact'],
    ['Mon, 06 Jul 2020 14:47:00 EDT', '2020-07-06T18:47:00', 'exact'],
    ['Wed, 05 Aug 2020 10:47:04 -0400', '2020-08-05T14:47:04', 'exact'],
    ['Wed, 05 Aug 2020 24:00:00 GMT', '2020-08-06T00:00:00', 'exact'],
    ['Sunday, 06-Nov-94 08:49:37 GMT', '1994-11-06T08:49:37', 'exact'],
    ['Sun Nov  6 08:49:37 1994', '1994-11-06T08:49:37', 'assumed-zone'],
    ['Wed Jan 01 03:29:29 +0000 2014', '2014-01-01T03:29:29', 'exact'],
    ['Mon Apr 06 2020 00:00:00 GMT+0200 (CEST)', '2020-04-05T22:00:00', 'exact'],
    ['Thu, 01 Jan 2004 19:48:21 A', '2004-01-01T19:48:21', 'assumed-zone'],
    ['Thu, 01 Jan 2004 19:48:21 XYZT', '2004-01-01T19:48:21', 'assumed-zone'],
    ['2003-12-31T10:14:55Z', '2003-12-31T10:14:55', 'exact'],
    ['2003-12-31T10:14:55.5-08:00', '2003-12-31T18:14:55.500', 'exact'],
    ['2003-12-31T10:14:55\u221208:00', '2003-12-31T18:14:55', 'exact'],
    ['Wed, 05 Aug 2020 10:47:04 \u22120400', '2020-08-05T14:47:04', 'exact'],
    ['2003\u201112\u201131', '2003-12-31T00:00:00', 'date-only'],
    ['20031231T101455Z', '2003-12-31T10:14:55', 'exact'],
    ['20140101032900', '2014-01-01T03:29:00', 'assumed-zone'],
    ['2004-01-01 19:48:21 PST', '2004-01-02T03:48:21', 'exact'],
    ['2003-12-31T10:14', '2003-12-31T10:14:00', 'assumed-zone'],
    ['2003-335', '2003-12-01T00:00:00', 'date-only'],
    ['20031231', '2003-12-31T00:00:00', 'date-only'],
    ['2003-12', '2003-12-01T00:00:00', 'date-only'],
    ['2003', '2003-01-01T00:00:00', 'date-only'],
    ['05-Aug-2020', '2020-08-05T00:00:00', 'date-only'],
    ['5-Oct-20 10:47 +0100', '2020-10-05T09:47:00', 'exact'],
    ['Wed, 05 Aug 2020 22:47:04 PM GMT', '2020-08-05T22:47:04', 'exact'],
    ['Do, 05 Mrz 2020 10:00:00 +0100', '2020-03-05T09:00:00', 'exact'],
    ['jeudi 5 mars 2020 à 14h05', '2020-03-05T14:05:00', 'assumed-zone'],
    ['2020. 8. 5. 10:47', '2020-08-05T10:47:00', 'assumed-zone'],
    ['JAN 25, 2024', '2024-01-25T00:00:00', 'date-only'],
    ['January 25th, 2024 at 3:04 p.m. ET', '2024-01-25T20:04:00', 'exact'],
    ['July 25, 2024, 12:04 a.m. ET', '2024-07-25T04:04:00', 'exact'],
    ['Fri, 05/03/2019 - 15:21', '2019-05-03T15:21:00', 'assumed-zone'],
    ['25/8/2020', '2020-08-25T00:00:00', 'date-only'],
    ['05.08.2020 15:21', '2020-08-05T15:21:00', 'assumed-zone'],
    ['2020/08/05 10:47:04', '2020-08-05T10:47:04', 'assumed-zone'],
    ['5. März 2021, 14:05 Uhr', '2021-03-05T14:05:00', 'assumed-zone'],
    ['mercredi 5 août 2020 10:47 CEST', '2020-08-05T08:47:00', 'exact'],
    ['5 de agosto de 2020', '2020-08-05T00:00:00', 'date-only'],
    ['gio 5 dic 2020', '2020-12-05T00:00:00', 'date-only'],
    ['15 grudnia 2020', '2020-12-15T00:00:00', 'date-only'],
    ['Κυρ, 11 Ιούλ 2004 12:00:00 EST', '2004-07-11T17:00:00', 'exact'],
    ['2004-július-13T9:15-05:00', '2004-07-13T14:15:00', 'exact'],
    ['2004년 05월 28일 오후 01:31:15', '2004-05-28T13:31:15', 'assumed-zone'],
    ['2024年1月5日 15:04', '2024-01-05T15:04:00', 'assumed-zone'],
    ['1388546969', '2014-01-01T03:29:29', 'exact'],
    ['1388546969000', '2014-01-01T03:29:29', 'exact'],
    ['14 HOURS AGO', '2026-11-21T10:00:00', 'relative'],
    ['an hour ago', '2026-11-21T23:00:00', 'relative'],
    ['Yesterday', '2026-11-21T00:00:00', 'relative'],
  ])('%s', (text, at, confidence) => {
    const read = parsePublished(text, SEEN)
    expect(read && { at: formatInstant(read.at), confidence: read.confidence }).toEqual({
      at: formatInstant(Date.parse(`${at}Z`)),
      confidence,
    })
  })

  test.each([
    '',
    'not a date',
    'now',
    '0',
    '1.39E+12',
    '32 Jan 2020',
    '30 Feb 2020 10:00 GMT',
    '2020-02-30',
    '2020-13-01',
    '2003-12-31T25:00:00Z',
    'Thu, 1 Jan 1970 00:00:00 GMT',
    '2026-11-24',
    '???, 29 ???? 2004 12:53:00 GMT',
    'May',
    `2020-01-01 ${'x'.repeat(200)}`,
  ])('nothing can be made of %j', (text) => {
    expect(parsePublished(text, SEEN)).toBeNull()
  })

  test('what comes back lies in the past, or a day ahead at most, whatever the text', () => {
    const part = fc.constantFrom(
      '2020',
      '12',
      '31',
      '-',
      '/',
      ':',
      'T',
      'Z',
      ' ',
      'Jan',
      '+01:00',
      'ago',
      'hours',
      '99',
      '.',
      'pm',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
        const at = parsePublished(parts.join(''), SEEN)?.at ?? 0
        expect(at).toBeLessThanOrEqual(SEEN + DAY_MS)
      }),
    )
  })
})

describeRealData('dates of real feeds', () => {
  test('every one of feed-items is read as what it says', () => {
    const folder = realData('news', 'feed-items')
    let count = 0
    for (const name of readdirSync(folder).filter((each) => each.includes('.jsonc'))) {
      for (const { pubDate } of JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Array<{
        pubDate: string
      }>) {
        count++
        // All are RFC 822 with a zone, which the language's own reader knows too.
        expect({ pubDate, ...parsePublished(pubDate, SEEN) }).toEqual({
          pubDate,
          at: Date.parse(pubDate),
          confidence: 'exact',
        })
      }
    }
    expect(count).toBeGreaterThan(1_000)
  })
})
