/** Most characters of a document that an answerer reads. */
const MOST_PASSAGE = 4_000
/** The same for a top-ranked document, whose best section may be a long table: half a table would be another table. */
const LONGEST_PASSAGE = 14_000
const MOST_LONG = 3

/**
 * The text of a document that is read: its best sections, the best first, as long as whole ones fit; the first in any case, cut at the end
 * of a line if it is too long by itself.
 * @param place Rank of the document, from 0.
 */
export function passageOf(sections: readonly string[], place: number): string {
  const [best = '', ...others] = sections
  let text = cutAtLine(best, place < MOST_LONG ? LONGEST_PASSAGE : MOST_PASSAGE)
  for (const section of others) {
    const longer = `${text}\n\n${section}`
    if (longer.length <= MOST_PASSAGE) text = longer
  }
  return text
}

function cutAtLine(text: string, most: number): string {
  if (text.length <= most) return text
  const end = text.lastIndexOf('\n', most)
  return text.slice(0, end > 0 ? end : most)
}
