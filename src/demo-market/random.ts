/**
 * Counter-based random numbers: the n-th number of a stream is a function of the stream and n alone, so any part of
 * the market can be computed without the parts before it and in any order.
 */

/** Names one sequence of random numbers. */
export type Stream = number

/** Finaliser of 32 bits in which every input bit moves about half of the output bits. */
function mix(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x21f0aaad)
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
  return bits ^ (bits >>> 15)
}

/** The stream of a seed and a path of labels, such as a ticker and what is drawn for it. */
export function streamOf(seed: string, ...labels: readonly string[]): Stream {
  let state = 0
  for (const label of [seed, ...labels]) {
    for (let i = 0; i < label.length; i++) state = mix(state ^ label.charCodeAt(i))
    state = mix(state + 0x9e3779b9)
  }
  return state
}

/** A stream below another one, for instance that of one day. */
export function substream(stream: Stream, index: number): Stream {
  return mix(stream + Math.imul(index, 0x9e3779b1)) ^ mix(index ^ 0x5bd1e995)
}

/** Number `index` of a stream, uniform between 0 and 1, both excluded. */
export function uniform(stream: Stream, index: number): number {
  return ((mix(stream ^ mix(index + 0x3c6ef372)) >>> 0) + 0.5) / 4_294_967_296
}

/** Number `index` of a stream, standard normal (the Box–Muller transform of two uniform numbers). */
export function gaussian(stream: Stream, index: number): number {
  const radius = Math.sqrt(-2 * Math.log(uniform(stream, 2 * index)))
  return radius * Math.cos(2 * Math.PI * uniform(stream, 2 * index + 1))
}

/** Maximum of a Brownian bridge between two values with a variance: `u`, uniform, inverts its distribution. */
export function bridgeMaximum(from: number, to: number, variance: number, u: number): number {
  return (from + to + Math.sqrt((to - from) ** 2 - 2 * variance * Math.log(u))) / 2
}

/**
 * A continuous curve through one random value at each whole `position`, roughly between −1 and 1: for what drifts
 * slowly, such as a company's margin from year to year.
 */
export function drift(stream: Stream, position: number): number {
  const index = Math.floor(position)
  const ease = (1 - Math.cos(Math.PI * (position - index))) / 2
  const [from, to] = [uniform(stream, index), uniform(stream, index + 1)]
  return 2 * (from + (to - from) * ease) - 1
}
