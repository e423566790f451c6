import type { Node } from './tree.ts'

/** The children of an element by `prefix:name`, or `name` for the formats' own. */
export class Fields {
  readonly #byName = new Map<string, Node[]>()

  constructor(node: Node) {
    for (const child of node.children) {
      const name = child.prefix === '' ? child.name : `${child.prefix}:${child.name}`
      const same = this.#byName.get(name)
      if (same === undefined) this.#byName.set(name, [child])
      else same.push(child)
    }
  }

  all(...names: readonly string[]): Node[] {
    return names.flatMap((name) => this.#byName.get(name) ?? [])
  }

  first(name: string): Node | null {
    return this.#byName.get(name)?.[0] ?? null
  }

  /** The text of the first of these that has any, trimmed. */
  text(...names: readonly string[]): string | null {
    for (const node of this.all(...names)) {
      const text = node.text.trim()
      if (text !== '') return text
    }
    return null
  }
}

/** The text or, where it has none, the value of an attribute; trimmed, null when blank. */
export function attribute(node: Node | null, name: string): string | null {
  const value = node?.attributes.get(name)?.trim() ?? ''
  return value === '' ? null : value
}
