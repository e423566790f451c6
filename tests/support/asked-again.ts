import { setTimeout as delay } from 'node:timers/promises'

const MOST_REFUSALS = 10

/**
 * `fetch` for tests of anything but load: what a server refuses because it is overloaded, on a machine on which other tests run,
 * is asked again when it says to.
 */
export async function askedAgain(url: string, init: RequestInit = {}): Promise<Response> {
  for (let refusals = 0; ; refusals++) {
    const response = await fetch(url, init)
    if (response.status !== 503 || refusals === MOST_REFUSALS) return response
    const { code } = (await response.clone().json()) as { code?: string }
    if (code !== 'OVERLOADED') return response
    await response.arrayBuffer()
    await delay(Number(response.headers.get('retry-after')) * 1_000)
  }
}
