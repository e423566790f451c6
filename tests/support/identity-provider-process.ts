import { createPrivateKey, createPublicKey, type JsonWebKey } from 'node:crypto'
import { FakeIdentityProvider } from './fake-identity-provider.ts'

/** A provider that can be killed and stopped: it publishes one key and prints its address. */
interface Orders {
  port: number
  kid: string
  privateKey: JsonWebKey
}

const { port, kid, privateKey: jwk } = JSON.parse(process.argv[2] ?? '') as Orders
const privateKey = createPrivateKey({ key: jwk, format: 'jwk' })
const provider = await FakeIdentityProvider.start(
  [{ kid, privateKey, publicKey: createPublicKey(privateKey) }],
  port,
)
process.stdout.write(`${provider.url}\n`)
