import type { Env } from './env.ts'

/** Every problem of a configuration at once, each a sentence that names its variable. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Reads values and collects problems instead of stopping at the first. */
export class Reader {
  readonly problems: string[] = []
  private readonly env: Env

  constructor(env: Env) {
    this.env = env
  }

  text(name: string): string | null {
    const value = this.env[name]?.trim()
    return value === undefined || value === '' ? null : value
  }

  raw(name: string): string | undefined {
    return this.env[name]
  }

  list(name: string): string[] {
    return (this.text(name) ?? '')
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '')
  }

  port(name: string, fallback: number): number {
    const text = this.text(name)
    if (text === null) return fallback
    const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
    return value <= 65_535
      ? value
      : this.problem(fallback, `${name} must be a port from 0 to 65535, not ${shown(text)}.`)
  }

  integer(
    name: string,
    { least, most, fallback }: { least: number; most: number; fallback: number },
  ): number {
    const text = this.text(name)
    if (text === null) return fallback
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return value >= least && value <= most
      ? value
      : this.problem(fallback, `${name} must be a whole number from ${least} to ${most}, not ${shown(text)}.`)
  }

  oneOf<T extends string>(name: string, values: readonly T[], fallback: T): T {
    const text = this.text(name)
    if (text === null) return fallback
    return (
      values.find((value) => value === text) ??
      this.problem(fallback, `${name} must be one of ${values.join(', ')}, not ${shown(text)}.`)
    )
  }

  url(name: string, protocols: readonly string[]): string | null {
    const text = this.text(name)
    if (text === null) return null
    const protocol = URL.canParse(text) ? new URL(text).protocol : ''
    // The value may hold a password: it is not repeated.
    return protocols.includes(protocol) && text.slice(protocol.length).startsWith('//')
      ? text
      : this.problem(null, `${name} must be an address that starts with ${protocols.join('// or ')}//.`)
  }

  problem<T>(value: T, sentence: string): T {
    this.problems.push(sentence)
    return value
  }
}

/** A value as a sentence repeats it: what stands before an `@` may be a password of a variable that was mixed up. */
export function shown(text: string): string {
  return JSON.stringify(text.replace(/^.*@/s, '…@').slice(0, 80))
}
