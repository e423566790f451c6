import { dayOf } from '../../kernel/time.ts'
import type { Day } from '../../kernel/time.ts'

/** Gregorian dates of the festivals of the Chinese calendar that Hong Kong keeps. */
export interface LunarFestivals {
  /** 1st day of the 1st month. */
  newYear: Day
  /** 8th day of the 4th month. */
  buddhasBirthday: Day
  /** 5th day of the 5th month. */
  tuenNg: Day
  /** 15th day of the 8th month. */
  midAutumn: Day
  /** 9th day of the 9th month. */
  chungYeung: Day
}

/**
 * Month and day (MMDD) per year, in the order of `LunarFestivals`; dates as in the Hong Kong Observatory's
 * conversion tables. To go on after the last year, add a line.
 */
const TABLE: Readonly<Record<number, readonly [number, number, number, number, number]>> = {
  2000: [205, 511, 606, 912, 1006],
  2001: [124, 430, 625, 1001, 1025],
  2002: [212, 519, 615, 921, 1014],
  2003: [201, 508, 604, 911, 1004],
  2004: [122, 526, 622, 928, 1022],
  2005: [209, 515, 611, 918, 1011],
  2006: [129, 505, 531, 1006, 1030],
  2007: [218, 524, 619, 925, 1019],
  2008: [207, 512, 608, 914, 1007],
  2009: [126, 502, 528, 1003, 1026],
  2010: [214, 521, 616, 922, 1016],
  2011: [203, 510, 606, 912, 1005],
  2012: [123, 428, 623, 930, 1023],
  2013: [210, 517, 612, 919, 1013],
  2014: [131, 506, 602, 908, 1002],
  2015: [219, 525, 620, 927, 1021],
  2016: [208, 514, 609, 915, 1009],
  2017: [128, 503, 530, 1004, 1028],
  2018: [216, 522, 618, 924, 1017],
  2019: [205, 512, 607, 913, 1007],
  2020: [125, 430, 625, 1001, 1025],
  2021: [212, 519, 614, 921, 1014],
  2022: [201, 508, 603, 910, 1004],
  2023: [122, 526, 622, 929, 1023],
  2024: [210, 515, 610, 917, 1011],
  2025: [129, 505, 531, 1006, 1029],
  2026: [217, 524, 619, 925, 1018],
  2027: [206, 513, 609, 915, 1008],
  2028: [126, 502, 528, 1003, 1026],
  2029: [213, 520, 616, 922, 1016],
  2030: [203, 509, 605, 912, 1005],
  2031: [123, 528, 624, 1001, 1024],
  2032: [211, 516, 612, 919, 1012],
  2033: [131, 506, 601, 908, 1001],
  2034: [219, 525, 620, 927, 1020],
  2035: [208, 515, 610, 916, 1009],
  2036: [128, 503, 530, 1004, 1027],
  2037: [215, 522, 618, 924, 1017],
  2038: [204, 511, 607, 913, 1007],
  2039: [124, 430, 527, 1002, 1026],
  2040: [212, 518, 614, 920, 1014],
  2041: [201, 507, 603, 910, 1003],
  2042: [122, 526, 622, 928, 1022],
  2043: [210, 516, 611, 917, 1011],
  2044: [130, 505, 531, 1005, 1029],
  2045: [217, 524, 619, 925, 1018],
  2046: [206, 513, 608, 915, 1008],
  2047: [126, 502, 529, 1004, 1027],
  2048: [214, 520, 615, 922, 1016],
  2049: [202, 509, 604, 911, 1005],
}

/** The festivals of one year; null where the table has none. */
export function lunarFestivals(year: number): LunarFestivals | null {
  const row = TABLE[year]
  if (row === undefined) return null
  const [newYear, buddhasBirthday, tuenNg, midAutumn, chungYeung] = row
  const date = (monthAndDay: number): Day => dayOf(year, Math.floor(monthAndDay / 100), monthAndDay % 100)
  return {
    newYear: date(newYear),
    buddhasBirthday: date(buddhasBirthday),
    tuenNg: date(tuenNg),
    midAutumn: date(midAutumn),
    chungYeung: date(chungYeung),
  }
}

/**
 * Ching Ming, the day the sun reaches 15° of longitude, by the usual rule of the Chinese almanac
 * (constant 4.81 for 2000 to 2099).
 */
export function chingMing(year: number): Day {
  const yearOfCentury = year % 100
  return dayOf(year, 4, Math.floor(yearOfCentury * 0.2422 + 4.81) - Math.floor(yearOfCentury / 4))
}
