import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Failure } from '../../../kernel/fail.ts'
import { newId } from '../../../kernel/ids.ts'
import type { ChatPart, Say } from '../answer.ts'
import { GRAMMAR, lettersOf } from '../testing/grammar.ts'
import type { AnswerEnd } from '../threads/thread-store.ts'
import { AnswerLog, eventsBefore } from './answer-log.ts'
import { runAnswer } from './answer-run.ts'
import { SILENT } from '../../../../tests/support/silent-logger.ts'

type Step = ChatPart | 'throw' | 'fail' | 'hang' | 'abort' | 'wait'
type Answer = (say: Say<ChatPart>) => Promise<void>

const parts: fc.Arbitrary<ChatPart> = fc.oneof(
  fc.record({ kind: fc.constant('thinking' as const), text: fc.string() }),
  fc.record({ kind: fc.constant('text' as const), text: fc.string() }),
  fc.record({ kind: fc.constant('usage' as const), tokens: fc.integer() }),
  fc.constant<ChatPart>({ kind: 'sources', sources: [{ n: 1, docId: newId(), headline: 'h', url: 'u' }] }),
)
const good = fc
  .tuple(fc.array(parts.filter(({ kind }) => kind !== 'sources')), fc.lorem())
  .map(([some, text]): Step[] => [
    ...some,
    { kind: 'text', text },
    { kind: 'sources', sources: [] },
    { kind: 'usage', tokens: 5 },
  ])
const faulty = fc.array(
  fc.oneof({ arbitrary: parts, weight: 6 }, fc.constantFrom<Step>('throw', 'fail', 'hang', 'abort', 'wait')),
)

const played =
  (steps: readonly Step[], controller: AbortController): Answer =>
  async (say) => {
    for (const step of steps) {
      if (step === 'throw') throw new Error('secret')
      if (step === 'fail') throw new Failure('MODEL_TIMEOUT', 'Too slow.')
      if (step === 'abort') controller.abort(new Failure('ANSWER_CANCELLED', 'Cancelled.'))
      else if (step === 'wait') await new Promise(setImmediate)
      else if (step === 'hang') {
        setImmediate(() => controller.abort(new Failure('SERVER_SHUTDOWN', 'Bye.')))
        await new Promise(() => undefined)
      } else say(step)
    }
  }

describe('runAnswer', () => {
  test('whatever an answerer does, its events keep the grammar and what is stored is what was told', async () => {
    const stores = fc.constantFrom('stored', 'gone', 'broken')
    await fc.assert(
      fc.asyncProperty(fc.oneof(good, faulty), stores, async (steps, store) => {
        const controller = new AbortController()
        const log = new AnswerLog('m')
        let ended: AnswerEnd | null = null
        const finish = async (end: AnswerEnd): Promise<boolean> => {
          ended = end
          if (store === 'broken') throw new Error('secret')
          return store === 'stored'
        }
        const { signal } = controller
        await runAnswer({ answer: played(steps, controller), log, signal, finish, logger: SILENT })
        const told = lettersOf(log.events)
        expect(told).toMatch(GRAMMAR)
        expect(log.ended).toBe(true)
        expect(JSON.stringify(log.events)).not.toContain('secret')
        expect(log.events.map(({ id }) => id)).toEqual(log.events.map((_, at) => `m:${at + 1}`))
        const tokens = log.events.flatMap((event) => (event.event === 'token' ? [event.data.delta] : []))
        expect((ended as unknown as AnswerEnd).content).toBe(tokens.join(''))
        expect((ended as unknown as AnswerEnd).status === 'complete' && store === 'stored').toBe(
          told.endsWith('d'),
        )
      }),
      { numRuns: 1_500 },
    )
  })

  test('what a model reasons in tiny pieces is told and stored in full, up to 100,000 characters', async () => {
    const run = async (pieces: number, text: string) => {
      const steps: Step[] = [
        ...Array.from({ length: pieces }, (): Step => ({ kind: 'thinking', text })),
        { kind: 'text', text: 'So.' },
        { kind: 'sources', sources: [] },
      ]
      const log = new AnswerLog('m')
      let ended: AnswerEnd | null = null
      const finish = async (end: AnswerEnd): Promise<boolean> => ((ended = end), true)
      const controller = new AbortController()
      const { signal } = controller
      await runAnswer({ answer: played(steps, controller), log, signal, finish, logger: SILENT })
      const told = log.events.flatMap((event) => (event.event === 'thinking' ? [event.data.delta] : []))
      const { reasoning, status } = ended as unknown as AnswerEnd
      return {
        told: told.join(''),
        stored: reasoning.map((each) => each.text).join(''),
        blocks: reasoning.length,
        status,
      }
    }
    const small = await run(1_000, 'ab ')
    expect(small).toEqual({ told: 'ab '.repeat(1_000), stored: small.told, blocks: 100, status: 'complete' })
    expect((await run(30, 'x'.repeat(10_000))).stored).toHaveLength(110_000)
  })

  test('an answerer that goes on after a refusal, or after the end, is told so and changes nothing', async () => {
    const controller = new AbortController()
    const log = new AnswerLog('m')
    const refused: string[] = []
    const late = Promise.withResolvers<void>()
    const answer: Answer = async (say) => {
      const trySay = (part: ChatPart): void => {
        try {
          say(part)
        } catch (error) {
          refused.push((error as Error).message)
        }
      }
      say({ kind: 'text', text: 'So.' })
      say({ kind: 'sources', sources: [] })
      trySay({ kind: 'text', text: 'And more.' })
      trySay({ kind: 'usage', tokens: 1 })
      setImmediate(() => {
        trySay({ kind: 'text', text: 'Late.' })
        late.resolve()
      })
    }
    const finish = async (): Promise<boolean> => true
    await runAnswer({ answer, log, signal: controller.signal, finish, logger: SILENT })
    await late.promise
    expect(lettersOf(log.events)).toBe('ke')
    expect(refused).toEqual(Array.from({ length: 3 }, () => 'text after the sources of an answer'))
  })

  test('the checker would find a broken stream (positive control)', () => {
    for (const broken of ['', 'sd', 'ksdd', 'kstd', 'ksde', 'ktd', 'ed', 'ktksd'])
      expect(broken).not.toMatch(GRAMMAR)
    for (const right of ['ksd', 'ttkksd', 'e', 'te', 'kke']) expect(right).toMatch(GRAMMAR)
  })
})

describe('AnswerLog', () => {
  test('a reader gets what is there and what comes, until the end or until it leaves', async () => {
    const log = new AnswerLog('m')
    const leaving = new AbortController()
    const read = async (signal: AbortSignal): Promise<string[]> => {
      const ids: string[] = []
      for await (const { id = '' } of log.read(1, signal)) ids.push(id)
      return ids
    }
    const [stays, leaves] = [read(new AbortController().signal), read(leaving.signal)]
    const token = (): void => log.append({ event: 'token', data: { delta: 'x', type: 'answer' } })
    token()
    token()
    await new Promise(setImmediate)
    leaving.abort()
    token()
    log.append({ event: 'done', data: { message_id: 'm', tokens_used: 1 } })
    expect(await leaves).toEqual(['m:2'])
    expect(await stays).toEqual(['m:2', 'm:3', 'm:4'])
  })

  test.each([
    ['m:3', 3],
    ['other:3', 0],
    ['m:x', 0],
    ['m:-1', 0],
    ['', 0],
    [null, 0],
    ['m:99999999999', 0],
  ])('Last-Event-ID %j stands for %i events', (id, count) => expect(eventsBefore(id, 'm')).toBe(count))
})
