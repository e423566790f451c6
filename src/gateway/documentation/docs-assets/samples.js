/** Request samples in curl, JavaScript and Python, which read the token from the environment and never show it. */

/** What the first example of a schema is, or something of its type. */
export function exampleOf(schema, document, depth = 0) {
  const known = resolve(schema, document)
  if (known === undefined || depth > 6) return null
  if (known.examples?.length > 0) return known.examples[0]
  if ('const' in known) return known.const
  if ('default' in known) return known.default
  if (known.enum?.length > 0) return known.enum[0]
  const [first] = known.oneOf ?? known.anyOf ?? []
  if (first !== undefined) return exampleOf(first, document, depth + 1)
  if (known.properties !== undefined) {
    const required = known.required ?? Object.keys(known.properties)
    return Object.fromEntries(
      required.map((name) => [name, exampleOf(known.properties[name], document, depth + 1)]),
    )
  }
  if (known.items !== undefined) return [exampleOf(known.items, document, depth + 1)]
  return [known.type].flat()[0] === 'boolean' ? true : '1'
}

function resolve(schema, document) {
  let known = schema
  for (let steps = 0; known?.$ref !== undefined && steps < 10; steps++) {
    known = known.$ref
      .slice(2)
      .split('/')
      .reduce((part, name) => part?.[name], document)
  }
  return known
}

/** One request of an operation: its address with examples in it, and its body as JSON or null. */
export function requestOf(path, operation, document, origin) {
  const parameters = (operation.parameters ?? []).map((each) => resolve(each, document))
  const example = ({ schema, example: own }) => String(own ?? exampleOf(schema, document))
  const filled = parameters
    .filter((each) => each.in === 'path')
    .reduce((text, each) => text.replace(`{${each.name}}`, encodeURIComponent(example(each))), path)
  const query = parameters
    .filter((each) => each.in === 'query' && each.required)
    .map((each) => `${each.name}=${encodeURIComponent(example(each))}`)
  const body = operation.requestBody?.content['application/json']
  return {
    url: `${origin}${filled}${query.length === 0 ? '' : `?${query.join('&')}`}`,
    body: body === undefined ? null : (body.example ?? exampleOf(body.schema, document)),
    needsToken: operation.security === undefined || operation.security.length > 0,
    reads: readingOf(operation.responses ?? {}),
  }
}

/** How a program reads what is answered: its first type is that of an answer to which no other was asked. */
function readingOf({ 200: ok, 201: created }) {
  const [type] = Object.keys((ok ?? created)?.content ?? {})
  if (type === 'text/event-stream') return 'events'
  return type === undefined || type === 'application/json' ? 'json' : 'text'
}

/** In a shell a single quote ends the text: it is written between double quotes. */
const quoted = (text) => `'${text.replaceAll("'", `'"'"'`)}'`

export function curl(method, { url, body, needsToken, reads }) {
  return [
    `curl ${reads === 'events' ? '-sN' : '-s'}${method === 'GET' || (method === 'POST' && body !== null) ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...(needsToken ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body === null ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body))}`]),
  ].join(' \\\n  ')
}

export function javascript(method, { url, body, needsToken, reads }) {
  const headers = [
    ...(needsToken ? ['    Authorization: `Bearer ${process.env.TOKEN}`,'] : []),
    ...(body === null ? [] : ["    'Content-Type': 'application/json',"]),
  ]
  const init = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === null ? [] : [`  body: JSON.stringify(${indented(body)}),`]),
  ]
  const call =
    init.length === 0
      ? `const response = await fetch('${url}')`
      : [`const response = await fetch('${url}', {`, ...init, '})'].join('\n')
  const reading =
    reads === 'events'
      ? 'for await (const text of response.body.pipeThrough(new TextDecoderStream())) process.stdout.write(text)'
      : `console.log(response.status, await response.${reads}())`
  return `${call}\n${reading}`
}

const indented = (body) => JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')

export function python(method, { url, body, needsToken, reads }) {
  const given = [
    ...(needsToken ? ["    headers={'Authorization': f\"Bearer {os.environ['TOKEN']}\"},"] : []),
    ...(body === null ? [] : [`    json=${pythonValue(body)},`]),
    ...(reads === 'events' ? ['    stream=True,'] : []),
  ]
  const reading =
    reads === 'events'
      ? 'for line in response.iter_lines(decode_unicode=True):\n    print(line)'
      : `print(response.status_code, response.${reads === 'json' ? 'json()' : 'text'})`
  return [
    ...(needsToken ? ['import os'] : []),
    'import requests',
    '',
    `response = requests.request(`,
    `    '${method}', '${url}',`,
    ...given,
    ')',
    reading,
  ].join('\n')
}

/** A JSON value as Python writes it. */
function pythonValue(value) {
  if (value === null) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`
  if (typeof value === 'object') {
    return `{${Object.entries(value)
      .map(([key, each]) => `${JSON.stringify(key)}: ${pythonValue(each)}`)
      .join(', ')}}`
  }
  return JSON.stringify(value)
}

/**
 * What may be left out is offered with its example, and not sent until it is chosen: an example is one answer among many, and an account of
 * the examples is nobody's.
 */
function offered(parameter, document) {
  const known = resolve(parameter, document)
  if (known.required) return known
  const value = known.example ?? exampleOf(known.schema, document)
  const { example: _, ...rest } = known
  return { ...rest, examples: { default: { value, 'x-disabled': true } } }
}

/** Adds samples to every operation of the document, and has its page send what they send. */
export function addSamples(document, origin) {
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [name, operation] of Object.entries(operations)) {
      operation.parameters = operation.parameters?.map((each) => offered(each, document))
      const method = name.toUpperCase()
      const request = requestOf(path, operation, document, origin)
      operation['x-codeSamples'] = [
        { lang: 'curl', label: 'curl', source: curl(method, request) },
        { lang: 'javascript', label: 'JavaScript', source: javascript(method, request) },
        { lang: 'python', label: 'Python', source: python(method, request) },
      ]
    }
  }
}
