import { connect, createServer } from 'node:net'

/** Passes connections on from one address to another, each a port of this machine or the path of a Unix socket. */
const [from = '', to = ''] = process.argv.slice(2)
const addressOf = (text: string): { port: number; host: string } | { path: string } =>
  /^\d+$/.test(text) ? { port: Number(text), host: '127.0.0.1' } : { path: text }

const server = createServer((client) => {
  const target = connect(addressOf(to))
  for (const [one, other] of [
    [client, target],
    [target, client],
  ] as const) {
    one.on('error', () => undefined)
    one.on('close', () => other.destroy())
    one.pipe(other)
  }
})
server.listen(addressOf(from), () => process.stdout.write('listening\n'))
