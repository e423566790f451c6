import type autocannon from 'autocannon'

/** What is loaded, for how long and by how many connections. */
export interface LoadPlan {
  url: string
  headers: Record<string, string>
  /** Requests say that they were forwarded for so many addresses in turn; absent: for nobody. */
  addresses?: number | undefined
  connections: number
  seconds: number
}

/** The options of an autocannon run. */
export function autocannonOptions(plan: LoadPlan): autocannon.Options {
  const { url, headers, addresses, connections, seconds } = plan
  const options: autocannon.Options = { url, headers, connections, duration: seconds }
  // An empty list would be no request at all, and autocannon throws.
  if (addresses !== undefined) options.requests = [{ setupRequest: forwardedInTurn(headers, addresses) }]
  return options
}

function forwardedInTurn(
  headers: Record<string, string>,
  addresses: number,
): (request: autocannon.Request) => autocannon.Request {
  let sent = 0
  return (request) => {
    const address = sent++ % addresses
    const forwarded = `10.0.${Math.floor(address / 250)}.${address % 250}`
    return { ...request, headers: { ...headers, 'x-forwarded-for': forwarded } }
  }
}
