const TIMEOUT_MS = 5_000
const MAX_BYTES = 512 * 1024

/** The provider answers, but not with 200. */
export class UnexpectedStatus extends Error {
  readonly status: number

  constructor(status: number) {
    super(`it answers with status ${status}`)
    this.name = 'UnexpectedStatus'
    this.status = status
  }
}

export interface FetchOptions {
  headers?: Record<string, string>
  /** For the whole response; 5 s unless given. */
  timeoutMs?: number | undefined
}

/**
 * Reads a JSON document of the identity provider: no redirects, at most 512 KiB, in bounded time.
 * Rejects with a sentence that holds neither the address nor the body, {@link UnexpectedStatus} among them.
 */
export async function fetchJson(url: string, options: FetchOptions = {}): Promise<unknown> {
  const { headers = {}, timeoutMs = TIMEOUT_MS } = options
  let response: Response
  try {
    response = await fetch(url, {
      headers: { accept: 'application/json', ...headers },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch {
    throw new Error('it is unreachable or answers with a redirect')
  }
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new UnexpectedStatus(response.status)
  }
  const text = await readLimited(response)
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new Error('its response is not JSON')
  }
}

async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of response.body ?? []) {
      bytes += chunk.byteLength
      if (bytes > MAX_BYTES) break
      chunks.push(chunk)
    }
  } catch {
    throw new Error('its response broke off')
  }
  if (bytes > MAX_BYTES) throw new Error('its response is larger than 512 KiB')
  return Buffer.concat(chunks).toString('utf8')
}
