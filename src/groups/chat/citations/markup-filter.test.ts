import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { cpuMs } from '../../../../tests/support/cpu-time.ts'
import { MarkupFilter } from './markup-filter.ts'

const SECRET = '7f9d1c1e2f0b'

function filtered(pieces: readonly string[], secret: string | null = SECRET): string {
  const filter = new MarkupFilter(secret)
  return pieces.map((piece) => filter.take(piece)).join('') + filter.end()
}

describe('MarkupFilter', () => {
  it.each([
    ['Plain words, [1] and [2023], a < b, 5 <6 & c.', 'Plain words, [1] and [2023], a < b, 5 <6 & c.'],
    ['See [the report](https://evil.example/?q=1) now', 'See the report now'],
    ['See ![x](https://evil.example/p.png?leak=1)now', 'See now'],
    ['Go to https://evil.example/a?b=c, please.', 'Go to , please.'],
    ['HTTP://EVIL.EXAMPLE and www.evil.example.', ' and .'],
    ['[https://evil.example](https://evil.example)', ''],
    ['[x](javascript:alert(1))', 'x)'],
    ['javascript:alert(1) data:text/html,x', ') '],
    ['Data: revenue, and metadata: none', 'Data: revenue, and metadata: none'],
    ['<img src=x onerror=alert(1)>a<script>b</script><!-- c', 'a b c'],
    ['ht<b>tps://evil.example, ht[tps://evil.example](x)', 'ht tps://evil.example, ht tps://evil.example'],
    ['ht\u200btps://evil.example now', ' now'],
    ['\u001b[31mred\u001b[0m\u0000 \u202eevil\u202c zero\u200bwidth', '[31mred[0m evil zerowidth'],
    ['two\r\nlines\tand a tab', 'two\nlines and a tab'],
    [`The reference is ${SECRET}.`, 'The reference is .'],
    ['Emoji 🍏 stay, half ones \ud83c go', 'Emoji 🍏 stay, half ones  go'],
    ['! alone, and [open', '! alone, and [open'],
    ['![[a](b)](c)', '] (c)'],
  ])('%j', (given, left) => {
    expect(filtered([given])).toBe(left)
    expect(filtered(given.match(/.{1,3}/gsu) ?? [])).toBe(left)
  })

  const texts = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '[',
          ']',
          '](',
          ')',
          '![',
          '<',
          '>',
          '<img ',
          'http',
          's://',
          'evil.example',
          'www.',
          ' ',
          'data:',
          '.',
          SECRET.slice(0, 5),
          SECRET.slice(5),
        ),
        fc.constantFrom('\u200b', '\u202e', '\n', '🍏', '\ud83c', '\udf4f', '\u0007'),
        fc.lorem(),
        fc.string({ unit: 'binary' }),
      ),
    )
    .map((parts) => parts.join(''))

  test('any cut of any text gives the same, and nothing that loads or leads anywhere', () => {
    fc.assert(
      fc.property(texts, fc.array(fc.nat(30)), (text, cuts) => {
        const whole = filtered([text])
        const pieces: string[] = []
        let rest = text
        for (const cut of cuts) {
          pieces.push(rest.slice(0, cut))
          rest = rest.slice(cut)
        }
        expect(filtered([...pieces, rest])).toBe(whole)
        expect(whole).not.toMatch(/https?:\S|www\.\S|\]\(|<[a-z][^<>]*>/i)
        expect(whole).not.toMatch(/(?!\n)\p{Cc}|\p{Cf}|\p{Cs}/u)
      }),
      { numRuns: 1_000 },
    )
  })

  it.each(['[', '![', '<a', 'https:', '[a](', 'www.', '<', '!'])('takes time linear in %j', (piece) => {
    const filter = new MarkupFilter(SECRET)
    const began = cpuMs()
    for (let at = 0; at < 50; at++) filter.take(piece.repeat(2_000))
    filter.end()
    expect(cpuMs() - began).toBeLessThan(5_000)
  })
})
