import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** What the owner alone may do. */
const OWNER = ~0o077

type Start = Awaited<ReturnType<NodeFS['init']>>
type Options = Parameters<NodeFS['init']>[1]

/** The two ways by which Emscripten gives a file of the host its mode. */
interface HostFiles {
  node_ops: {
    mknod: (parent: unknown, name: string, mode: number, device: number) => unknown
    setattr: (node: unknown, attributes: { mode?: number }) => void
  }
  stream_ops: { setattr: (stream: unknown, attributes: { mode?: number }) => void }
}

/**
 * A folder of the host for PGlite in which nobody but its owner may do anything. Emscripten knows no umask: it gives
 * every file that it makes the mode 0666 once more after the host's umask has taken some of that away.
 */
export class PrivateFiles extends NodeFS {
  override async init(pg: PGlite, options: Options): Promise<Start> {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun = [
      ({ NODEFS }: { NODEFS: unknown }) => keepPrivate(NODEFS as HostFiles),
      ...(emscriptenOpts.preRun ?? []),
    ]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
}

function keepPrivate({ node_ops: nodes, stream_ops: streams }: HostFiles): void {
  const { mknod, setattr } = nodes
  nodes.mknod = (parent, name, mode, device) => mknod(parent, name, mode & OWNER, device)
  nodes.setattr = (node, attributes) => setattr(node, withoutOthers(attributes))
  const { setattr: setStream } = streams
  streams.setattr = (stream, attributes) => setStream(stream, withoutOthers(attributes))
}

function withoutOthers<T extends { mode?: number }>(attributes: T): T {
  return attributes.mode === undefined ? attributes : { ...attributes, mode: attributes.mode & OWNER }
}
