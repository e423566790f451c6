/** What came of a navigation: the page that it ended at. */
export interface Visited {
  status: number
  /** Of the page; of a redirect to another origin the address that it leads to, which is not visited. */
  url: URL
  /** Whether the browser was sent to another origin. */
  left: boolean
  headers: Headers
  text: string
}

interface Cookie {
  value: string
  path: string
}

const MAX_REDIRECTS = 10

/** As much of a browser as a log-in page without script needs: cookies by path, redirects, one form. */
export class Browser {
  private readonly cookies = new Map<string, Cookie>()
  private readonly headers: Record<string, string>

  /** `headers` are sent with every request. */
  constructor(headers: Record<string, string> = {}) {
    this.headers = headers
  }

  visit(url: string | URL): Promise<Visited> {
    return this.navigate(new URL(url), { method: 'GET' })
  }

  /** Sends a form as the page at that address would. */
  submit(url: string | URL, fields: Record<string, string>): Promise<Visited> {
    return this.post(url, new URLSearchParams(fields).toString())
  }

  /** Sends any body from the page at that address. */
  post(url: string | URL, body: string, type = 'application/x-www-form-urlencoded'): Promise<Visited> {
    return this.navigate(new URL(url), { method: 'POST', body, headers: { 'content-type': type } })
  }

  /** Opens an authorization address, logs in as that address where the page asks for one, and ends where that leads. */
  async logIn(url: string | URL, email: string): Promise<Visited> {
    const page = await this.visit(url)
    return page.left ? page : this.submit(page.url, { email })
  }

  private async navigate(url: URL, init: RequestInit): Promise<Visited> {
    let [at, request] = [url, init]
    for (let step = 0; step < MAX_REDIRECTS; step += 1) {
      const headers = {
        ...this.headers,
        ...(request.headers as Record<string, string>),
        cookie: this.cookiesFor(at),
      }
      const response = await fetch(at, { ...request, headers, redirect: 'manual' })
      this.remember(response, at)
      const text = await response.text()
      const location = response.headers.get('location')
      const { status } = response
      if (location === null) return { status, url: at, left: false, headers: response.headers, text }
      const next = new URL(location, at)
      if (next.origin !== url.origin)
        return { status, url: next, left: true, headers: response.headers, text }
      ;[at, request] = [next, { method: 'GET' }]
    }
    throw new Error(`more than ${MAX_REDIRECTS} redirects from ${url.href}`)
  }

  private cookiesFor({ pathname }: URL): string {
    const fitting = [...this.cookies].filter(
      ([, { path }]) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`),
    )
    return fitting.map(([key, { value }]) => `${key.split('\n')[0]}=${value}`).join('; ')
  }

  private remember(response: Response, url: URL): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/;\s*/)
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      const attribute = (wanted: string): string | undefined =>
        attributes.find((each) => each.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
      const path = attribute('path') ?? url.pathname
      const expires = attribute('expires')
      const key = `${name}\n${path}`
      if (expires !== undefined && Date.parse(expires) <= Date.now()) this.cookies.delete(key)
      else this.cookies.set(key, { value, path })
    }
  }
}
