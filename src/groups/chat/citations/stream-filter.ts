/** Where a construct ends, and what it becomes. */
export interface Construct {
  end: number
  /** Called once, when all that stands before it has been given out. */
  text: () => string
}

/**
 * A filter of text that comes in pieces, whose output does not depend on where the pieces were cut. Most text passes at once; what begins like
 * something that the filter knows is held back until it is that, or is too long for it.
 */
export abstract class StreamFilter {
  private held = ''

  /** What can be given out now. */
  take(text: string): string {
    this.held += text
    return this.drain(false)
  }

  /** The rest. */
  end(): string {
    return this.drain(true)
  }

  /** The next place where a construct may begin; global, so that it starts at `lastIndex`. */
  protected abstract readonly trigger: RegExp

  /** How much of the end of a text without a trigger may become one. */
  protected abstract tailOf(text: string): number

  /** Reads the construct at a place, and changes nothing; null where more of the text must be known. */
  protected abstract read(text: string, at: number, isEnd: boolean): Construct | null

  /** Text between constructs. */
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

/** The length of the longest end of a text that one of the words begins with; the words are in lower case. */
export function endThatBegins(text: string, words: readonly string[]): number {
  const longest = Math.max(...words.map((word) => word.length))
  const tail = text.slice(-longest).toLowerCase()
  for (let length = tail.length; length > 0; length--) {
    const end = tail.slice(tail.length - length)
    if (words.some((word) => word.startsWith(end))) return length
  }
  return 0
}
