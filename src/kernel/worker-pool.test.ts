import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { WorkerPool } from './worker-pool.ts'

const pool = new WorkerPool()
const module = new URL('./testing/job-of-test.ts', import.meta.url)
const never = new AbortController().signal

afterAll(() => pool.close())

test('a job gets its buffers without a copy and gives its own back the same way', async () => {
  const numbers = Float64Array.of(1, 2, 3)
  const result = await pool.run<Float64Array>(
    { module, input: { kind: 'double', numbers }, transfer: [numbers.buffer] },
    never,
  )
  expect([...result]).toEqual([2, 4, 6])
  expect(numbers.length).toBe(0)
})

test('an error in a job reaches its caller, and the thread serves the next one', async () => {
  await expect(pool.run({ module, input: { kind: 'throw' } }, never)).rejects.toThrow('too many')
  const numbers = Float64Array.of(4)
  expect([...(await pool.run<Float64Array>({ module, input: { kind: 'double', numbers } }, never))]).toEqual([
    8,
  ])
})

test('a job that never ends is ended with its caller', async () => {
  const leaving = new AbortController()
  const running = pool.run({ module, input: { kind: 'hang' } }, leaving.signal)
  setImmediate(() => leaving.abort(new Error('gone')))
  await expect(running).rejects.toThrow('gone')
})

test.runIf(process.platform === 'linux')('a thread goes behind the event loop', async () => {
  expect(await pool.run<number>({ module, input: { kind: 'priority' } }, never)).toBeGreaterThan(
    getPriority(),
  )
})

test('a prepared thread loads the module before the job comes, and is the one that runs it', async () => {
  const own = new WorkerPool()
  const file = join(mkdtempSync(join(tmpdir(), 'tidemark-job-')), 'loaded-by')
  const source = `
    import { writeFileSync } from 'node:fs'
    import { threadId } from 'node:worker_threads'
    writeFileSync(${JSON.stringify(file)}, String(threadId))
    export const run = () => ({ value: threadId, transfer: [] })`
  const told = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
  own.prepare(told)
  await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8')).toMatch(/\d/)
  expect(String(await own.run<number>({ module: told, input: null }, never))).toBe(readFileSync(file, 'utf8'))
  await own.close()
})

test('a module that cannot be loaded fails the job, not the preparation', async () => {
  const missing = new URL('./testing/no-such-job.ts', import.meta.url)
  pool.prepare(missing)
  await expect(pool.run({ module: missing, input: null }, never)).rejects.toThrow('no-such-job')
})

test('a thread that has ended while it was prepared is given no job', async () => {
  const own = new WorkerPool()
  const file = join(mkdtempSync(join(tmpdir(), 'tidemark-job-')), 'ending')
  const source = `
    import { writeFileSync } from 'node:fs'
    writeFileSync(${JSON.stringify(file)}, '')
    process.exit(1)`
  own.prepare(new URL(`data:text/javascript,${encodeURIComponent(source)}`))
  await expect.poll(() => existsSync(file)).toBe(true)
  const numbers = Float64Array.of(4)
  const job = { module, input: { kind: 'double', numbers } }
  await expect.poll(() => own.run<Float64Array>(job, never).catch(() => null)).toEqual(Float64Array.of(8))
  await own.close()
})

test('closing ends the threads and fails the jobs under way', async () => {
  const own = new WorkerPool()
  const running = own.run({ module, input: { kind: 'hang' } }, never).catch((error: unknown) => String(error))
  await own.close()
  expect(await running).toContain('ended')
  await expect(own.run({ module, input: { kind: 'throw' } }, never)).rejects.toThrow('closed')
})
