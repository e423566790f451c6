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
  /** Header and claims of a token: each is these with a signature of its own that is nobody's. */
  unsigned?: string
}

const { tokens, issuer, unsigned, ...load } = JSON.parse(process.argv[2] ?? '') as Orders
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const payload = encode({ iss: issuer, sub: 'flood', iat: 1, exp: 4_000_000_000 })

function unheardOf(): string {
  const header = encode({ alg: 'RS256', kid: randomBytes(8).toString('hex') })
  return `${header}.${payload}.${randomBytes(256).toString('base64url')}`
}

function scribbled(): string {
  const signature = randomBytes(256)
  // Below any modulus of 2048 bits, so that it costs what a signature costs.
  signature[0] = 0x1f
  return `${unsigned}.${signature.toString('base64url')}`
}

const fresh = unsigned === undefined ? unheardOf : scribbled

const answered = await steadyLoad({
  ...load,
  token: (index) => (tokens === undefined ? fresh() : (tokens[index % tokens.length] ?? '')),
})
process.stdout.write(`${JSON.stringify(answered)}\n`)
