import { hash } from 'node:crypto'

const STYLE = `
body{margin:0 auto;padding:3rem 1.25rem;max-width:26rem;font:1rem/1.5 system-ui,sans-serif;background:#fff;color:#1b1f24}
h1{margin:0 0 1rem;font-size:1.5rem}
.warning{padding:.75rem 1rem;background:#fff3cd;border:1px solid #e6c65c;color:#5c4400}
.error{color:#a40e26}
label{display:block;margin-top:1.5rem;font-weight:600}
input,button{box-sizing:border-box;width:100%;margin-top:.5rem;padding:.6rem .75rem;font:inherit;border:1px solid #6e7781;border-radius:4px}
input[aria-invalid]{border-color:#a40e26}
button{margin-top:1rem;background:#0550ae;border-color:#0550ae;color:#fff;cursor:pointer}
button.second{background:#fff;color:#0550ae}
:focus-visible{outline:3px solid #0550ae;outline-offset:2px}
`

/**
 * Of every page: nothing is loaded, no script runs but those the library allows by their hash, and forms lead here. From
 * here a browser is sent on to a client on the same machine, which a form's policy has to allow as well.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  'script-src',
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "form-action 'self' http:",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const WARNING = `<p class="warning" role="note"><strong>Development log-in.</strong> No password is asked: anybody who
reaches this server may log in as anyone. Never use it for anything real.</p>`

/** The log-in form, with the reason when the submitted text is not an address. It repeats nothing that was submitted. */
export function loginPage(problem: string | null = null): string {
  const error =
    problem === null ? '' : `<p class="error" id="problem" role="alert">${escapeHtml(problem)}</p>`
  const marks = problem === null ? '' : ' aria-invalid="true" aria-describedby="problem"'
  return page(
    'Log in',
    `${WARNING}
<form method="post">
<label for="email">E-mail address</label>
<input id="email" name="email" inputmode="email" autocomplete="email" autocapitalize="none" spellcheck="false"
 placeholder="you@demo.test" maxlength="254" required autofocus${marks}>
${error}
<button>Log in</button>
</form>
<p>The address need not exist. Addresses of one domain share a tenant.</p>`,
  )
}

/** Why something cannot be done, with OAuth's name for it. */
export function errorPage(error: string, description: string): string {
  return page(
    'Log-in failed',
    `<p role="alert">${escapeHtml(description)} (<code>${escapeHtml(error)}</code>)</p>
<p>Go back to the application and start again.</p>`,
  )
}

/** Asks whether the session of this browser shall end; `form` is the library's, with the id that the buttons name. */
export function logoutPage(form: string): string {
  return page(
    'Log out?',
    `${form}
<button form="op.logoutForm" name="logout" value="yes" autofocus>Log out</button>
<button form="op.logoutForm" class="second">Stay logged in</button>`,
  )
}

export function loggedOutPage(): string {
  return page('Logged out', '<p>The session of this browser has ended.</p>')
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Tidemark</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '')
}
