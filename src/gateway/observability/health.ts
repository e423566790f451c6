import type { Page } from '../pages.ts'

/** One thing the server needs, and why it cannot be used when it cannot. */
export interface Check {
  name: string
  ok: boolean
  detail?: string
}

/** `/healthz`: the process runs. `/readyz`: it can serve, with the reasons when it cannot. */
export function healthPages(ready: () => Promise<readonly Check[]>): Page[] {
  const noStore = ['Cache-Control', 'no-store']
  return [
    {
      path: '/healthz',
      serve: (exchange) => exchange.sendText(200, noStore, JSON.stringify({ status: 'ok' })),
    },
    {
      path: '/readyz',
      serve: async (exchange) => {
        const checks = await ready()
        const ok = checks.every((check) => check.ok)
        const body = JSON.stringify({ status: ok ? 'ready' : 'not ready', checks })
        exchange.sendText(ok ? 200 : 503, ok ? noStore : [...noStore, 'Retry-After', '1'], body)
      },
    },
  ]
}
