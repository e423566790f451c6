import type { IncomingMessage, ServerResponse } from 'node:http'
import { errors, type Provider } from 'oidc-provider'
import { isEmail } from '../../../kernel/email.ts'
import { personOf } from '../person.ts'
import { errorPage, loginPage, PAGE_POLICY } from './pages.ts'

const MAX_FORM_BYTES = 8 * 1024
const FORM_TYPE = 'application/x-www-form-urlencoded'
const NO_ADDRESS = 'This is no e-mail address: it needs one @ with something on both sides, and no blanks.'

/** What is wrong with a form, and its status. */
class BadForm extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Shows the log-in form and takes what it sends. The library's cookie says which log-in is meant, so that nobody can be
 * logged in by another site: it is signed, and not sent with what other sites post.
 */
export async function serveLogin(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const { prompt } = await provider.interactionDetails(request, response)
    if (prompt.name === 'consent') {
      // There is nothing to consent to: clients are all the user's own.
      return await provider.interactionFinished(request, response, { consent: {} })
    }
    if (request.method !== 'POST') return sendPage(response, 200, loginPage())
    const email = (await readForm(request)).get('email')?.trim() ?? ''
    if (!isEmail(email)) return sendPage(response, 422, loginPage(NO_ADDRESS))
    const accountId = personOf(email).email
    await provider.interactionFinished(request, response, { login: { accountId, remember: false } })
  } catch (error) {
    const known = error instanceof BadForm || error instanceof errors.OIDCProviderError
    if (!known) throw error
    const code = error instanceof BadForm ? 'invalid_request' : error.error
    sendPage(response, error.status, errorPage(code, explain(error)))
  }
}

function explain(error: BadForm | errors.OIDCProviderError): string {
  if (error instanceof BadForm) return error.message
  if (error instanceof errors.SessionNotFound)
    return 'This log-in has expired, or was begun in another browser.'
  return error.error_description ?? 'The log-in cannot go on.'
}

function sendPage(response: ServerResponse, status: number, html: string): void {
  response.statusCode = status
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.setHeader('Content-Security-Policy', PAGE_POLICY)
  response.setHeader('Cache-Control', 'no-store')
  response.end(html)
}

/** Rejects with {@link BadForm}. */
async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== FORM_TYPE) throw new BadForm(415, 'Send the form as it is on the page.')
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Without the option a body that is not read to its end would take the connection down, and the response with it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const data = chunk as Uint8Array
    bytes += data.byteLength
    if (bytes > MAX_FORM_BYTES) throw new BadForm(413, 'The form is larger than any e-mail address.')
    chunks.push(data)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
