/** How a request went; status 0 when there was no response at all. */
export interface Asked {
  status: number
  code: string | null
  milliseconds: number
  body: any
}

/** A caller of a server that is known by its address alone. */
export interface Caller {
  get(path: string): Promise<Asked>
  send(method: string, path: string, json: unknown, headers?: Record<string, string>): Promise<Asked>
}

/** Logs in with dev-login. @param via What it asks with: `askedAgain` where load is not what a test is about. */
export async function logIn(url: string, email: string, via: Fetch = fetch): Promise<Caller> {
  const login = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  }
  const { body } = await ask(`${url}/v1/auth/dev-login`, login, via)
  const authorization = `Bearer ${body.access_token}`
  return {
    get: (path) => ask(url + path, { headers: { authorization } }, via),
    send: (method, path, json, headers = {}) =>
      ask(
        url + path,
        {
          method,
          headers: { authorization, 'content-type': 'application/json', ...headers },
          body: JSON.stringify(json),
        },
        via,
      ),
  }
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>

export async function ask(url: string, init: RequestInit = {}, via: Fetch = fetch): Promise<Asked> {
  const began = performance.now()
  try {
    const response = await via(url, init)
    const text = await response.text()
    const body = parse(text)
    // Every 503 says when to come back.
    if (response.status === 503 && !(Number(response.headers.get('retry-after')) >= 1)) {
      throw new Error(`a 503 without Retry-After: ${text}`)
    }
    return {
      status: response.status,
      code: body?.code ?? null,
      milliseconds: performance.now() - began,
      body,
    }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { status: 0, code: null, milliseconds: performance.now() - began, body: null }
  }
}

function parse(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
