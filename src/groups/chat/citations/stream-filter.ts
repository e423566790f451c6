/** Where a construct ends, and what replaces it. */
export interface Construct {
  end: number
  /** Called once, after all text before it was output. */
  text: () => string
}

/**
 * A filter for text that arrives in pieces; its output does not depend on where they were cut. Most text passes at once; the beginning of a
 * possible construct is held back until it is complete, or too long to be one.
 */
export abstract class StreamFilter {
  private held = ''

  /** Returns what can be output now. */
  take(text: string): string {
    this.held += text
    return this.drain(false)
  }

  /** Returns the rest. */
  end(): string {
    return this.drain(true)
  }

  /** The next possible start of a construct; global, so that it begins at `lastIndex`. */
  protected abstract readonly trigger: RegExp

  /** How much of the end of a text without a trigger may become one. */
  protected abstract tailOf(text: string): number

  /** Reads the construct at a position without side effects; null when more of the text is needed. */
  protected abstract read(text: string, at: number, isEnd: boolean): Construct | null

  /** Handles text between constructs. */
  protected plain(text: string): string {
    return text
  }

  private drain(isEnd: boolean): string {
    const text = this.held
    let out = ''
    let at = 0
    for (;;) {
      this.trigger.lastIndex = at
      const found = this.trigger.exec(text)
      if (found === null) {
        const rest = text.slice(at)
        const kept = isEnd ? 0 : this.tailOf(rest)
        out += this.plain(rest.slice(0, rest.length - kept))
        this.held = text.slice(text.length - kept)
        return out
      }
      const construct = this.read(text, found.index, isEnd)
      if (construct === null) {
        this.held = text.slice(found.index)
        return out + this.plain(text.slice(at, found.index))
      }
      out += this.plain(text.slice(at, found.index))
      out += construct.text()
      at = construct.end
    }
  }
}

/** The length of the longest end of a text that is the beginning of one of the words; these are in lower case. */
export function endThatBegins(text: string, words: readonly string[]): number {
  const longest = Math.max(...words.map((word) => word.length))
  const tail = text.slice(-longest).toLowerCase()
  for (let length = tail.length; length > 0; length--) {
    const end = tail.slice(tail.length - length)
    if (words.some((word) => word.startsWith(end))) return length
  }
  return 0
}
