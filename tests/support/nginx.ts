import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './temporary.ts'
import { findTool } from './tools.ts'

/**
 * The address of an nginx in front of a server: it keeps connections to it, waits a second for slow clients, and caches
 * what may be cached, which its header `X-Cache` tells. Needs the tool `nginx`; it is ended after the calling suite.
 */
export async function startNginx(target: string): Promise<string> {
  const folder = temporaryFolder()
  const port = await freePort()
  const settings = join(folder, 'nginx.conf')
  writeFileSync(settings, configuration(folder, new URL(target).host, port))
  const child = spawn(findTool('nginx') ?? 'nginx', [
    '-p',
    folder,
    '-c',
    settings,
    '-e',
    join(folder, 'error.log'),
  ])
  const ended = once(child, 'close')
  afterAll(async () => {
    child.kill('SIGTERM')
    await ended
  })
  let complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
  const url = `http://127.0.0.1:${port}`
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${complaint}`)
    return fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
  })
  return url
}

function configuration(folder: string, upstream: string, port: number): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  return `
${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${folder}/nginx.pid;
worker_processes 1;
events {}
http {
  access_log off;
  ${temporary.join(' ')}
  proxy_cache_path ${folder}/cache keys_zone=shared:1m;
  keepalive_timeout 1s;
  client_header_timeout 1s;
  client_body_timeout 1s;
  upstream gateway { server ${upstream}; keepalive 4; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://gateway;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_cache shared;
      add_header X-Cache $upstream_cache_status always;
    }
  }
}
`
}
