/** The first letters of the English names of months, by which each is known. */
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const LETTERS = 3

/** 1 to 12 of the English name of a month, whole or short; 0 for what begins like none. */
export const monthCalled = (name: string): number => MONTHS.indexOf(name.slice(0, LETTERS).toLowerCase()) + 1
