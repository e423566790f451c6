/** What only prices and lines do that go up, and steeply, in every form. */
export const SOARED =
  'jump(?:s|ed|ing)?|surg(?:es?|ed|ing)|soar(?:s|ed|ing)?|climb(?:s|ed|ing)?|rall(?:y|ies|ied|ying)|(?:sky)?rocket(?:s|ed|ing)?'

/** The same of what goes down. */
export const CRASHED =
  'crash(?:es|ed|ing)?|plung(?:es?|ed|ing)|plummet(?:s|ed|ing)?|tumbl(?:es?|ed|ing)|slump(?:s|ed|ing)?|collaps(?:es?|ed|ing)|tank(?:ed|ing)?|s[aiu]nk(?:s|ing)?|slid(?:es?|ing)?'

const STEEP = new RegExp(`^(?:${SOARED}|${CRASHED})$`)
/** Of these forms names are made as well: `Acme Rockets`. */
const THINGS = /^(?:rockets?|slides?|sinks?|tank)$/

/** Whether a word in small letters is one of them, and hardly ever a thing. */
export const isSteepMove = (word: string): boolean => STEEP.test(word) && !THINGS.test(word)

/** The source of a pattern of what a part did to the whole of what is held: `which stock hurt my portfolio the most`. */
export const CONTRIBUTED = String.raw`(?:help(?:ed|s)?|hurts?|contribut(?:e[ds]?|ors?)|detract(?:ed|s|ors?)|drag(?:ged|s)?)(?: [a-z]+){0,3}? (?=my (?:portfolio|performance|returns?)\b)`
