/* The API reference: the token lives in this page's memory and nowhere else. */
const reference = SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  persistAuthorization: false,
  validatorUrl: null,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
})

const form = document.querySelector('#login')

async function logIn() {
  const response = await fetch('/v1/auth/dev-login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: new FormData(form).get('email') }),
  })
  const body = await response.json()
  if (!response.ok) throw new Error(body.detail)
  reference.preauthorizeApiKey('bearer', body.access_token)
}

form?.addEventListener('submit', (event) => {
  event.preventDefault()
  const output = form.querySelector('output')
  logIn().then(
    () => (output.textContent = 'Token set for this page, valid for one hour.'),
    (error) => (output.textContent = error.message),
  )
})
