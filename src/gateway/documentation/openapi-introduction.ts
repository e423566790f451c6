/** What the reference begins with, as Markdown: headings become entries of its contents. The address is that of a demo. */
export function introduction(simulated: boolean): string {
  return simulated ? `${SIMULATED}\n\n${PARTS}` : PARTS
}

const SIMULATED = '**This server shows the demo market: every number is simulated.**'

const PARTS = `
Instruments, prices, fundamentals, news with measured impact, portfolios and answers with citations behind one token and one quota.

## First steps

**1. Get a token.** On the reference page of a demo, press *Log in*. In another terminal, while the demo runs:

\`\`\`sh
export TOKEN=$(npm run -s tidemark -- token --email you@demo.test)
\`\`\`

**2. Find an instrument.** Every instrument has an \`entity_id\` that it keeps for ever; tickers come and go.

\`\`\`sh
curl -s 'http://127.0.0.1:8080/v1/instruments/search?q=apple&limit=1' \\
  -H "Authorization: Bearer $TOKEN"
\`\`\`

**3. Take its id anywhere**: \`/overview\`, \`/ohlcv\`, \`/live-quote\` and \`/fundamentals\` of \`/v1/instruments/{entity_id}\`, and the
news about it at \`/v1/entities/{entity_id}/articles\`.

**4. Ask a question.** The answer is streamed, and every citation in it names a stored record.

\`\`\`sh
id=$(curl -s -X POST http://127.0.0.1:8080/v1/chat/threads -H "Authorization: Bearer $TOKEN" | cut -d '"' -f 4)
curl -sN http://127.0.0.1:8080/v1/chat/stream -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' -d "{\\"thread_id\\":\\"$id\\",\\"message\\":\\"What is the market cap of Apple?\\"}"
\`\`\`

## Values

- A value that is unavailable is null, never 0.
- Timestamps are ISO 8601 UTC, dates YYYY-MM-DD. Dates that are sent in a body are from 1960-01-01 to 2098-12-31 unless said otherwise.
- Names tell the unit: \`*_pct\` is percent, yields are fractions.
- Numbers that are sent are 0 or from 1e-9 to 1e15 in size.
- Text is valid Unicode on one line, without NUL and control characters, of at most 1,000 characters (code points) unless said
  otherwise: of a field with \`x-text: name\` invisible characters are taken out, with \`x-text: identifier\` they are refused.
- \`X-Data-Source\` says where numbers come from, \`X-Data-As-Of\` how old a price is.

## Errors

Errors have one shape, \`{detail, code, status}\`: \`detail\` is for people, \`code\` for programs. Every response carries
\`X-Request-Id\`, which names the request in the server's log.

## Limits

Every response to a token carries \`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds until the oldest counted
request leaves the 60 s window), unless its tier has no limit: then there is none of them. A call counts 1, or as much as its \`x-cost\` says where it costs the server more, and \`x-cost-with\`
where a parameter that is true makes it so. With an \`x-cost\` of 0 it is answered over the limit too, sent without query and body; otherwise it counts 1. A parameter beyond its limit is refused and never clamped.
`.trim()
