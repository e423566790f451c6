import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningServer, startServer } from '../acceptance/process.ts'
import { freePort } from '../support/free-port.ts'
import { crowd, type CrowdReport, getText } from '../support/crowd.ts'
import { measured } from '../support/measured.ts'
import { createPostgresDatabase, hasPostgres } from '../support/postgres.ts'
import { describeTools, findTool } from '../support/tools.ts'

const RATE = 200
const here = hasPostgres ? describe : describe.skip

describeTools(['nginx'], 'F14 two gateways behind nginx', () => {
  here('which are restarted one after the other', { timeout: 180_000 }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-nginx-'))
    let ports: number[]
    let front: number
    let nginx: ChildProcess
    let servers: RunningServer[]
    let database: Awaited<ReturnType<typeof createPostgresDatabase>>

    const start = (which: number): Promise<RunningServer> =>
      startServer(
        {
          DATABASE_URL: database.url,
          UPSTREAMS: '',
          DEFAULT_TIER: 'enterprise',
          DEV_LOGIN_ENABLED: 'true',
          PORT: String(ports[which]),
        },
        [process.execPath, 'src/main.ts'],
      )

    beforeAll(async () => {
      database = await createPostgresDatabase()
      ports = [await freePort(), await freePort()]
      front = await freePort()
      servers = [await start(0), await start(1)]
      writeFileSync(
        join(folder, 'nginx.conf'),
        `
        worker_processes 1; daemon off; pid ${folder}/pid; error_log ${folder}/error.log;
        events { worker_connections 1024; }
        http {
          access_log off;
          client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder};
          uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
          upstream gateways {
            ${ports.map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=1s;`).join(' ')}
            keepalive 32;
          }
          server {
            listen 127.0.0.1:${front};
            location / {
              proxy_pass http://gateways; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $http_host;
              proxy_next_upstream error timeout;
            }
          }
        }`,
      )
      nginx = spawn(findTool('nginx')!, [
        '-c',
        join(folder, 'nginx.conf'),
        '-p',
        folder,
        '-e',
        `${folder}/error.log`,
      ])
      for (let up = false; !up; await delay(50)) {
        up = await fetch(`http://127.0.0.1:${front}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        )
      }
    }, 120_000)
    afterAll(async () => {
      nginx.kill('SIGKILL')
      await Promise.all(servers.map((server) => server.stop('SIGINT')))
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    })

    async function token(): Promise<string> {
      const response = await fetch(`http://127.0.0.1:${front}/v1/auth/dev-login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"email":"a@rolling.test"}',
      })
      return ((await response.json()) as { access_token: string }).access_token
    }

    /** Plain requests through nginx for so long. */
    async function load(seconds: number): Promise<CrowdReport> {
      const bearer = await token()
      const requests = ['/v1/instruments/markets', '/v1/auth/me'].map((path) => ({
        kind: 'plain',
        text: getText(path, bearer),
      }))
      const url = `http://127.0.0.1:${front}`
      return (await crowd({ url, rate: RATE, seconds, connections: 60, patienceMs: 20_000, requests }))[
        'plain'
      ]!
    }

    const failed = ({ sent, statuses }: CrowdReport): number => sent - (statuses['200'] ?? 0)

    test('under 200 requests a second: none fails, and each ends with 0', async () => {
      const running = load(50)
      await delay(3_000)
      const took: number[] = []
      const stopped: RunningServer[] = []
      for (const which of [0, 1, 0]) {
        const began = performance.now()
        const { code } = await servers[which]!.stop('SIGTERM')
        took.push((performance.now() - began) / 1_000)
        expect(code).toBe(0)
        stopped.push(servers[which]!)
        servers[which] = await start(which)
      }
      const plain = await running
      measured('F14', 'requests, failed', `${plain.sent}, ${failed(plain)} ${JSON.stringify(plain.statuses)}`)
      measured('F14', 'not sent, because all connections were busy', String(plain.unsent))
      measured('F14', 'seconds from SIGTERM to the end', took.map((each) => each.toFixed(1)).join(', '))
      const logs = [...stopped, ...servers].flatMap((server) => server.output().split('\n'))
      expect(logs.filter((line) => line.includes('request failed'))).toEqual([])
      expect(plain.sent).toBeGreaterThan(5_000)
      expect(failed(plain)).toBe(0)
      expect(Math.max(...took)).toBeLessThan(30)
    })

    test('a balancer is given no chance by a server that is killed: then some fail', async () => {
      // The control: what the crowd would notice.
      const running = load(12)
      await delay(3_000)
      const direct = crowd({
        url: servers[0]!.url,
        rate: RATE,
        seconds: 5,
        connections: 60,
        requests: [{ kind: 'plain', text: getText('/healthz', null) }],
      })
      await delay(2_000)
      await servers[0]!.stop('SIGKILL')
      const lost = failed((await direct)['plain']!)
      await running
      measured('F14', 'control: failed at a server that was killed', String(lost))
      expect(lost).toBeGreaterThan(0)
      servers[0] = await start(0)
    })

    test('a request that hangs is answered 503 at the bound, and the process ends with 0 within 30 s', async () => {
      const server = servers[0]!
      const socket = connect({ port: ports[0]!, host: '127.0.0.1' })
      socket.on('error', () => undefined)
      await once(socket, 'connect')
      const head = [
        'POST /v1/auth/dev-login HTTP/1.1',
        'Host: localhost',
        'Content-Type: application/json',
        'Content-Length: 50',
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n{"e`)
      await delay(300)
      const began = performance.now()
      const ended = server.stop('SIGTERM')
      // It comes too late to be cut for being slow.
      const trickle = setInterval(() => socket.writable && socket.write(' '), 2_000)
      const answer = await text(socket)
      clearInterval(trickle)
      const answered = (performance.now() - began) / 1_000
      expect((await ended).code).toBe(0)
      const took = (performance.now() - began) / 1_000
      measured(
        'F14',
        'a hung request: answered after, ended after',
        `${answered.toFixed(1)}, ${took.toFixed(1)} s`,
      )
      expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*SERVER_SHUTDOWN/)
      expect(took).toBeGreaterThan(20)
      expect(took).toBeLessThan(30)
      servers[0] = await start(0)
    })
  })
})
