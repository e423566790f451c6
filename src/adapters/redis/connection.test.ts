import { setImmediate, setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startFaultProxy } from '../../../tests/support/fault-proxy.ts'
import { describeRedis, eventually, REDIS_URL, redisSpace } from '../../../tests/support/redis.ts'

/** What is wrong when it is not the command. */
const UNAVAILABLE = /no response|not tried|writeable|closed|max retries/i
const ECHO = 'return { KEYS[1], ARGV[1] }'
/** After so long one that was given up is tried again. */
const OPEN_MS = 1_000

describeRedis('a connection', () => {
  const space = redisSpace()

  /** On a clock that stands still unless it is told otherwise. */
  async function behindProxy(commandTimeoutMs: number) {
    const proxy = await startFaultProxy(REDIS_URL)
    const time = { now: 0 }
    const connection = await space.connect({ url: proxy.url, commandTimeoutMs, now: () => time.now })
    return { proxy, connection, time }
  }

  /** Waits until a command is answered, for as long as it takes to be connected anew. */
  const untilAnswered = ({ connection, time }: Awaited<ReturnType<typeof behindProxy>>): Promise<void> =>
    eventually(() => {
      time.now += OPEN_MS
      return connection
        .script('echo', ECHO)(['key'], [1])
        .then(
          () => true,
          () => false,
        )
    })

  it('runs a script with its keys and arguments', async () => {
    const echo = (await space.connect()).script<[string, string]>('echo', ECHO)
    expect(await echo(['key'], [5])).toEqual(['key', '5'])
  })

  it('rejects with what a script complains of', async () => {
    const connection = await space.connect()
    const wrong = connection.script('wrong', `return redis.error_reply('ERR no such luck')`)
    await expect(wrong([], [])).rejects.toThrow('no such luck')
  })

  it('that is frozen rejects in time, then without trying', async () => {
    const proxy = await startFaultProxy(REDIS_URL)
    const connection = await space.connect({ url: proxy.url, commandTimeoutMs: 400 })
    const echo = connection.script('echo', ECHO)
    await echo(['key'], [1])
    expect(connection).toMatchObject({ down: false, failed: 0 })
    proxy.freeze()
    await expect(echo(['key'], [2])).rejects.toThrow('no response within 400 ms')
    expect(connection).toMatchObject({ down: false, failed: 1 })
    await expect(echo(['key'], [3])).rejects.toThrow('no response within 400 ms')
    // Before the next turn of the event loop.
    await expect(Promise.race([echo(['key'], [4]), setImmediate()])).rejects.toThrow('not tried')
    expect(connection).toMatchObject({ down: true, failed: 2 })
  })

  it(
    'that is frozen for long is given up: from then on nothing waits for it',
    { timeout: 25_000 },
    async () => {
      // Who waited for as long as a command may take would not be done in time.
      const { proxy, connection, time } = await behindProxy(30_000)
      const echo = connection.script('echo', ECHO)
      await echo(['key'], [1])
      proxy.freeze()
      for (let second = 0; second < 6; second += 1) {
        await expect(echo(['key'], [2])).rejects.toThrow(UNAVAILABLE)
        time.now += OPEN_MS
      }
      expect(connection).toMatchObject({ down: true, failed: 6 })
    },
  )

  it('that was frozen works again, though its old connection may be dead', async () => {
    const bench = await behindProxy(300)
    const { proxy, connection, time } = bench
    const echo = connection.script('echo', ECHO)
    proxy.freeze()
    for (let second = 0; second < 5; second += 1) {
      await expect(echo(['key'], [1])).rejects.toThrow(UNAVAILABLE)
      time.now += OPEN_MS
    }
    // Whatever was opened meanwhile stays frozen for ever.
    proxy.reset()
    proxy.thaw()
    await untilAnswered(bench)
    expect(connection.down).toBe(false)
  })

  it('sends nothing later that could not be sent at once', async () => {
    const bench = await behindProxy(5_000)
    const { proxy, connection, time } = bench
    const add = connection.script('add', `return redis.call('INCR', KEYS[1])`)
    const key = `${space.prefix}added`
    await add([key], [])
    await proxy.refuse()
    for (let second = 0; second < 5; second += 1) {
      for (let each = 0; each < 20; each += 1) await expect(add([key], [])).rejects.toThrow(UNAVAILABLE)
      time.now += OPEN_MS
    }
    await proxy.accept()
    await untilAnswered(bench)
    expect(await space.redis.get(key)).toBe('1')
  })

  it('tells when it can be used, again and again', async () => {
    const proxy = await startFaultProxy(REDIS_URL)
    const connection = await space.connect({ url: proxy.url })
    let times = 0
    connection.onReady(() => (times += 1))
    expect(times).toBe(1)
    proxy.reset()
    await eventually(() => times === 2)
  })

  it('does nothing any more when it is closed', async () => {
    const proxy = await startFaultProxy(REDIS_URL)
    const connection = await space.connect({ url: proxy.url })
    const heard: string[] = []
    connection.listen('news', (payload) => heard.push(payload))
    await eventually(async () => {
      await connection.publish('news', 'hello')
      return heard.length > 0
    })
    connection.close()
    expect(connection.closed.aborted).toBe(true)
    await expect(connection.publish('news', 'nobody hears')).rejects.toThrow(UNAVAILABLE)
    await delay(1_500)
    expect(new Set(heard)).toEqual(new Set(['hello']))
  })

  it('hears several channels, each listener its own', async () => {
    const connection = await space.connect()
    const heard: string[] = []
    connection.listen('a', (payload) => heard.push(`a ${payload}`))
    connection.listen('b', (payload) => heard.push(`b ${payload}`))
    await eventually(async () => {
      await connection.publish('b', 'ready')
      return heard.includes('b ready')
    })
    heard.length = 0
    await connection.publish('a', '1')
    await connection.publish('b', '2')
    await eventually(() => heard.includes('b 2'))
    expect(heard.filter((each) => each !== 'b ready')).toEqual(['a 1', 'b 2'])
  })
})
