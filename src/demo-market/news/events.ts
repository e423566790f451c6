import { type Stream, uniform } from '../random.ts'

/** The tone in which an event is reported; it agrees with the price move in the session that followed. */
export type Tone = 'good' | 'bad' | 'even'

/** A name and numbers that are the same in every outlet. */
export interface EventFacts {
  name: string
  percent: string
  millions: string
  target: string
  number: string
}

/** One event as different outlets put it, and what is said of it. */
interface EventText {
  headlines: readonly [string, string, string]
  body: string
}

const TEXTS: Readonly<Record<Tone, readonly EventText[]>> = {
  good: [
    {
      headlines: [
        '{name} profit beats estimates by {percent}%',
        '{name} tops profit estimates by {percent}%, shares seen higher',
        'Strong quarter: {name} beats forecasts by {percent}%',
      ],
      body: '{name} reported a quarterly profit {percent}% above what analysts had expected, helped by higher prices and lower costs.',
    },
    {
      headlines: [
        '{name} raises full-year outlook by {percent}%',
        '{name} lifts outlook for the year by {percent}%',
        'Demand strong: {name} raises its outlook {percent}%',
      ],
      body: '{name} raised its outlook for the full year by {percent}% and said that demand had strengthened in all regions.',
    },
    {
      headlines: [
        '{name} wins ${millions} million order',
        '{name} lands order worth ${millions} million',
        'Order of ${millions} million lifts backlog at {name}',
      ],
      body: '{name} won an order worth ${millions} million, its largest of the quarter, which lifts its backlog to a record.',
    },
    {
      headlines: [
        'Demo Research upgrades {name} to buy, target {target}',
        '{name} upgraded to buy with a target of {target}',
        'Upgrade for {name}: analysts see {target}',
      ],
      body: 'Analysts at Demo Research upgraded {name} to buy and set a target price of {target}, citing improving margins.',
    },
    {
      headlines: [
        '{name} announces buyback of ${millions} million',
        '{name} to buy back shares for ${millions} million',
        'Buyback: {name} returns ${millions} million to shareholders',
      ],
      body: '{name} announced a share buyback of ${millions} million and reaffirmed its guidance after strong cash flow.',
    },
  ],
  bad: [
    {
      headlines: [
        '{name} profit misses estimates by {percent}%',
        '{name} falls {percent}% short of profit estimates',
        'Weak quarter: {name} misses forecasts by {percent}%',
      ],
      body: '{name} reported a quarterly profit {percent}% below what analysts had expected, hurt by weak demand and rising costs.',
    },
    {
      headlines: [
        '{name} cuts full-year outlook by {percent}%',
        '{name} lowers outlook for the year by {percent}%',
        'Demand weak: {name} cuts its outlook {percent}%',
      ],
      body: '{name} cut its outlook for the full year by {percent}% and warned that orders had slowed.',
    },
    {
      headlines: [
        'Regulator opens probe into {name} over ${millions} million in fees',
        '{name} faces probe over ${millions} million in fees',
        'Probe of ${millions} million in fees weighs on {name}',
      ],
      body: 'A regulator opened an investigation into {name} over ${millions} million in fees; the company said it would cooperate.',
    },
    {
      headlines: [
        'Demo Research downgrades {name} to sell, target {target}',
        '{name} downgraded to sell with a target of {target}',
        'Downgrade for {name}: analysts see {target}',
      ],
      body: 'Analysts at Demo Research downgraded {name} to sell and cut their target price to {target}, citing slowing growth.',
    },
    {
      headlines: [
        '{name} writes down ${millions} million',
        '{name} books writedown of ${millions} million',
        'Writedown of ${millions} million pushes {name} to a loss',
      ],
      body: '{name} booked a writedown of ${millions} million on a struggling business and suspended its targets.',
    },
  ],
  even: [
    {
      headlines: [
        '{name} to present at Demo Investor Conference, session {number}',
        'Demo Investor Conference: {name} speaks in session {number}',
        '{name} on the programme of Demo Investor Conference, session {number}',
      ],
      body: '{name} said that it will present at the Demo Investor Conference; the presentation will be published on its website.',
    },
    {
      headlines: [
        'Demo Research keeps {name} at hold, target {target}',
        '{name} remains at hold with a target of {target}',
        'Analysts stay neutral on {name} and see {target}',
      ],
      body: 'Analysts at Demo Research kept their hold rating on {name} with a target price of {target}.',
    },
    {
      headlines: [
        '{name} files registration statement no. {number}',
        'Filing: {name} submits registration statement no. {number}',
        '{name} submits statement no. {number} to the regulator',
      ],
      body: '{name} filed registration statement no. {number}. The filing updates an earlier one and changes no figures.',
    },
    {
      headlines: [
        '{name} opens office no. {number}',
        'Office no. {number} opens at {name}',
        '{name} adds office no. {number} to its network',
      ],
      body: '{name} opened an office, its no. {number}, and said that the number of employees there would stay unchanged this year.',
    },
  ],
}

/** How many outlets report an event in their own words. */
export const WORDINGS = 3

/** The content of an event, drawn from its stream, in one of its wordings. */
export function eventText(
  tone: Tone,
  stream: Stream,
  wording: number,
  { name, price }: { name: string; price: number },
): { headline: string; body: string } {
  const texts = TEXTS[tone]
  const text = texts[Math.floor(uniform(stream, 0) * texts.length)]
  const shift = tone === 'even' ? 0.05 * (uniform(stream, 1) - 0.5) : 0.05 + 0.15 * uniform(stream, 1)
  const facts: EventFacts = {
    name,
    percent: (2 + 18 * uniform(stream, 2)).toFixed(1),
    millions: String(Math.round(40 + 900 * uniform(stream, 3))),
    target: (price * (tone === 'bad' ? 1 - shift : 1 + shift)).toFixed(2),
    number: String(1_000 + Math.floor(9_000 * uniform(stream, 4))),
  }
  return {
    headline: filled(text?.headlines[wording % WORDINGS] ?? '', facts),
    body: filled(text?.body ?? '', facts),
  }
}

function filled(text: string, facts: EventFacts): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: keyof EventFacts) => facts[name])
}
