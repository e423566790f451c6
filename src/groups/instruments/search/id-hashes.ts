/** FNV-1a of an entity id, 32 bits: the ids of an index are looked through by these, because each lies elsewhere in memory. */
export function idHash(id: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193)
  return hash >>> 0
}

const BUCKETS = 2 ** 16

/** The rows of these entity ids, ascending, given every row's {@link idHash} and what reads its id. */
export function rowsOfIds(
  hashes: Uint32Array,
  idAt: (row: number) => string,
  ids: ReadonlySet<string>,
): number[] {
  const wanted = new Uint8Array(BUCKETS)
  for (const id of ids) wanted[idHash(id) % BUCKETS] = 1
  const found: number[] = []
  for (let row = 0; row < hashes.length; row++) {
    if (wanted[(hashes[row] ?? 0) % BUCKETS] === 1 && ids.has(idAt(row))) found.push(row)
  }
  return found
}
