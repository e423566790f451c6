/** Verbs for a steep rise of prices or statement lines, in every form. */
export const SOARED =
  'jump(?:s|ed|ing)?|surg(?:es?|ed|ing)|soar(?:s|ed|ing)?|climb(?:s|ed|ing)?|rall(?:y|ies|ied|ying)|(?:sky)?rocket(?:s|ed|ing)?'

/** The same for a steep fall. */
export const CRASHED =
  'crash(?:es|ed|ing)?|plung(?:es?|ed|ing)|plummet(?:s|ed|ing)?|tumbl(?:es?|ed|ing)|slump(?:s|ed|ing)?|collaps(?:es?|ed|ing)|tank(?:ed|ing)?|s[aiu]nk(?:s|ing)?|slid(?:es?|ing)?'

const STEEP = new RegExp(`^(?:${SOARED}|${CRASHED})$`)
/** Forms that are also parts of names: `Acme Rockets`. */
const THINGS = /^(?:rockets?|slides?|sinks?|tank)$/

/** Whether a lower-case word is one of them, and hardly ever a noun. */
export const isSteepMove = (word: string): boolean => STEEP.test(word) && !THINGS.test(word)

/** The source of a pattern for the contribution of a part to the whole portfolio: `which stock hurt my portfolio the most`. */
export const CONTRIBUTED = String.raw`(?:help(?:ed|s)?|hurts?|contribut(?:e[ds]?|ors?)|detract(?:ed|s|ors?)|drag(?:ged|s)?)(?: [a-z]+){0,3}? (?=my (?:portfolio|performance|returns?)\b)`
