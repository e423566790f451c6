import { randomBytes } from 'node:crypto'
import { steadyLoad } from './steady-load.ts'

/** Floods an address from a process of its own and prints how it was answered. */
interface Orders {
  url: string
  rate: number
  seconds: number
  /** Sent in turn; without them each token is another one, of this issuer and with a kid that nobody has heard of. */
  tokens?: string[]
  issuer: string
}

const { tokens, issuer, ...load } = JSON.parse(process.argv[2] ?? '') as Orders
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const payload = encode({ iss: issuer, sub: 'flood', iat: 1, exp: 4_000_000_000 })

function unheardOf(): string {
  const header = encode({ alg: 'RS256', kid: randomBytes(8).toString('hex') })
  return `${header}.${payload}.${randomBytes(256).toString('base64url')}`
}

const answered = await steadyLoad({
  ...load,
  token: (index) => (tokens === undefined ? unheardOf() : (tokens[index % tokens.length] ?? '')),
})
process.stdout.write(`${JSON.stringify(answered)}\n`)
