import { describe, expect, test } from 'vitest'
import type { Logger } from '../../kernel/logger.ts'
import type { HttpExchange } from '../http-exchange.ts'
import { createRefusalLog, logFailure, logRequest } from './request-log.ts'

interface Line {
  level: string
  fields: Record<string, unknown>
  message: string
}

function recorder(debug: boolean): { logger: Logger; lines: Line[] } {
  const lines: Line[] = []
  const at = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, fields: fields as Record<string, unknown>, message })
  const logger: Logger = {
    isLevelEnabled: (level) => level !== 'debug' || debug,
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    fatal: at('fatal'),
  }
  return { logger, lines }
}

function exchange(url: string): HttpExchange {
  return {
    id: 'the-id',
    raw: { method: 'GET', url, headers: { authorization: 'Bearer secret-token', cookie: 'secret-cookie' } },
    endpoint: { id: 'a.b' },
    session: { caller: { tenantId: 'the-tenant', email: 'secret@x.test', userId: 'u', role: 'member' } },
  } as unknown as HttpExchange
}

describe('logRequest', () => {
  test('an ordinary request is a line at debug, without query, headers and person', () => {
    const { logger, lines } = recorder(true)
    logRequest(logger, exchange('/v1/x?q=secret-query&access_token=secret'), 200, 3)
    expect(lines).toEqual([
      {
        level: 'debug',
        message: 'request',
        fields: {
          requestId: 'the-id',
          method: 'GET',
          path: '/v1/x',
          endpoint: 'a.b',
          tenantId: 'the-tenant',
          status: 200,
          milliseconds: 3,
        },
      },
    ])
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  test('with debug off only slow requests and failures of ours are logged', () => {
    const { logger, lines } = recorder(false)
    logRequest(logger, exchange('/a'), 200, 1_000)
    logRequest(logger, exchange('/a'), 404, 5)
    expect(lines).toEqual([])
    logRequest(logger, exchange('/a'), 200, 1_001)
    logRequest(logger, exchange('/a'), 500, 5)
    logRequest(logger, exchange('/a'), 503, 5_000)
    logRequest(logger, exchange('/a'), 503, 5)
    expect(lines.map(({ level }) => level)).toEqual(['info', 'warn', 'info'])
  })

  test('a long path is cut off', () => {
    const { logger, lines } = recorder(true)
    logRequest(logger, exchange(`/${'x'.repeat(5_000)}`), 404, 1)
    expect(String(lines[0]?.fields['path'])).toHaveLength(200)
  })
})

describe('logFailure', () => {
  test('has message and stack of an error, and the text of anything else', () => {
    const { logger, lines } = recorder(false)
    logFailure(logger, exchange('/a?q=secret'), new Error('boom'))
    logFailure(logger, exchange('/a'), 'just text')
    expect(lines[0]).toMatchObject({
      level: 'error',
      fields: { requestId: 'the-id', path: '/a', error: 'boom' },
    })
    expect(String(lines[0]?.fields['stack'])).toContain('request-log.test.ts')
    expect(lines[1]?.fields['error']).toBe('just text')
    expect(JSON.stringify(lines)).not.toContain('secret')
  })

  test('cuts off what somebody may have sent, in the message and before the stack', () => {
    const { logger, lines } = recorder(false)
    logFailure(logger, exchange('/a'), new Error('x'.repeat(1_000_000)))
    expect(lines[0]?.fields['error']).toBe('x'.repeat(1_024))
    expect(JSON.stringify(lines).length).toBeLessThan(6_000)
  })
})

describe('the log of refused tokens', () => {
  test('is limited, and says how much it left out', () => {
    const { logger, lines } = recorder(false)
    let now = 1_000_000
    const log = createRefusalLog(logger, () => now)
    for (let i = 0; i < 50; i++) log({ code: 'TOKEN_INVALID', reason: `reason ${i}` })
    expect(lines).toHaveLength(20)
    expect(lines[0]?.fields).toEqual({ code: 'TOKEN_INVALID', reason: 'reason 0' })
    now += 10_000
    log({ code: 'TOKEN_EXPIRED', reason: 'expired' })
    expect(lines.slice(20).map(({ fields }) => fields)).toEqual([
      { leftOut: 30 },
      { code: 'TOKEN_EXPIRED', reason: 'expired' },
    ])
  })
})
