import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { startTool } from './running-tool.ts'
import { temporaryFolder } from './temporary.ts'

/**
 * The address of an nginx in front of a server: it keeps connections to it, waits a second for slow clients, and caches
 * what may be cached, which its header `X-Cache` tells. Needs the tool `nginx`; it is ended after the calling test file.
 */
export async function startNginx(target: string): Promise<string> {
  const folder = temporaryFolder()
  const port = await freePort()
  const settings = join(folder, 'nginx.conf')
  writeFileSync(settings, configuration(folder, new URL(target).host, port))
  const url = `http://127.0.0.1:${port}`
  await startTool('nginx', ['-p', folder, '-c', settings, '-e', join(folder, 'error.log')], () =>
    fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
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
