import type { HttpExchange } from './http-exchange.ts'

/** Something served apart from the contract: documentation, health. No token, no limit, GET and HEAD. */
export interface Page {
  path: string
  serve(exchange: HttpExchange): void | Promise<void>
}
