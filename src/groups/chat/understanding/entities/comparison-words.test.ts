import { describe, expect, test } from 'vitest'
import { comparesWithTopic, withoutComparing } from './comparison-words.ts'

/** A message whose names are in brackets, with blanks in the place of these. */
function named(marked: string): { text: string; unnamed: string } {
  return {
    text: marked.replaceAll(/[[\]]/g, ''),
    unnamed: marked.replaceAll(/\[([^\]]*)\]/g, (_, name: string) => ' '.repeat(name.length)),
  }
}

describe('a name beside what was spoken of before', () => {
  test.each([
    'is it cheaper than [AMD]?',
    'compared to the [S&P 500]?',
    'compare with [Microsoft]',
    'and how does that compare to [AMD’s]?',
    'versus [GM]?',
    'against [Tesla] and [Ford]?',
    'now add [Google]',
    'please include [Google]',
    'and compare [Microsoft]',
    'did it beat [GM] this year?',
    'how did they do against [Tesla]?',
    'which is higher, that or [Microsoft’s]?',
    'is [AMD] cheaper than it?',
    'and is [AMD] cheaper?',
    'did [Ford] pay more?',
    'Is [Apple]’s net margin higher?',
    'is [AMD] more volatile?',
  ])('%s', (marked) => expect(comparesWithTopic(named(marked))).toBe(true))

  test.each([
    'Is [Nvidia] cheaper than [AMD]?',
    '[Apple] vs [Microsoft]',
    'compare [Apple] with [Microsoft]',
    'Compared to [Microsoft], how did [Apple] do?',
    'any lawsuits against [Tesla]?',
    'rather than that, [Apple]?',
    'other than [Apple]',
    'and [Microsoft’s]?',
    'is it cheaper than before?',
    'is [Nvidia] or [AMD] cheaper?',
    'Is [Apple] at a new high?',
    'is it cheaper?',
    'did [Ford] pay more in 2024?',
    'Is [Apple]’s debt getting smaller?',
    'Has [Apple]’s revenue been higher?',
    '[Apple], more than a year ago',
  ])('%s: has both sides or none', (marked) => expect(comparesWithTopic(named(marked))).toBe(false))
})

test('words of comparing ask for a change where a time is behind them, and no instrument', () => {
  expect(withoutComparing(named('margin compared to [Microsoft]'))).toBe('margin             Microsoft')
  expect(withoutComparing(named('margin vs the [S&P 500]'))).toBe('margin    the S&P 500')
  expect(withoutComparing(named('margin of [Apple] compared to 2023'))).toBe(
    'margin of Apple compared to 2023',
  )
})
