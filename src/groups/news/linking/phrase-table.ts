const EMPTY = -1
const FIRST_CAPACITY = 1 << 12

/**
 * Sequences of words, each with a number: a trie whose edges lie in one hash table of integers, so that a quarter of a million
 * names take some ten megabytes.
 */
export class PhraseTable {
  readonly #words = new Map<string, number>()
  #nodes = 1
  #edges = 0
  #fromNode = new Int32Array(FIRST_CAPACITY).fill(EMPTY)
  #byWord = new Int32Array(FIRST_CAPACITY)
  #toNode = new Int32Array(FIRST_CAPACITY)

  /** The root: no word read yet. */
  static readonly ROOT = 0

  get size(): number {
    return this.#nodes
  }

  /** The node of a sequence, made where there is none. */
  add(words: readonly string[]): number {
    let node = PhraseTable.ROOT
    for (const word of words) {
      let id = this.#words.get(word)
      if (id === undefined) {
        id = this.#words.size
        this.#words.set(word, id)
      }
      node = this.#child(node, id)
    }
    return node
  }

  /** The node one word further; -1 when no sequence continues this way. */
  step(node: number, word: string): number {
    const id = this.#words.get(word)
    if (id === undefined) return EMPTY
    const slot = this.#slot(node, id)
    return this.#fromNode[slot] === EMPTY ? EMPTY : (this.#toNode[slot] ?? EMPTY)
  }

  #child(node: number, word: number): number {
    const slot = this.#slot(node, word)
    if (this.#fromNode[slot] !== EMPTY) return this.#toNode[slot] ?? EMPTY
    const child = this.#nodes++
    this.#put(slot, node, word, child)
    this.#edges += 1
    if (this.#edges * 2 > this.#fromNode.length) this.#grow()
    return child
  }

  #put(slot: number, node: number, word: number, child: number): void {
    this.#fromNode[slot] = node
    this.#byWord[slot] = word
    this.#toNode[slot] = child
  }

  /** Where the edge lies, or the free place where it would. */
  #slot(node: number, word: number): number {
    const mask = this.#fromNode.length - 1
    let slot = (Math.imul(node, 0x9e3779b1) ^ Math.imul(word + 1, 0x85ebca6b)) >>> 0
    slot = (slot ^ (slot >>> 15)) & mask
    while (this.#fromNode[slot] !== EMPTY) {
      if (this.#fromNode[slot] === node && this.#byWord[slot] === word) return slot
      slot = (slot + 1) & mask
    }
    return slot
  }

  #grow(): void {
    const [from, by, to] = [this.#fromNode, this.#byWord, this.#toNode]
    this.#fromNode = new Int32Array(from.length * 2).fill(EMPTY)
    this.#byWord = new Int32Array(from.length * 2)
    this.#toNode = new Int32Array(from.length * 2)
    for (const [at, node] of from.entries()) {
      if (node === EMPTY) continue
      const word = by[at] ?? EMPTY
      this.#put(this.#slot(node, word), node, word, to[at] ?? EMPTY)
    }
  }
}
