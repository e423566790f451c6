/** Knows which methods each path takes, for 405 and `Allow`. */
export class PathTable {
  private readonly entries: Array<{ segments: readonly string[]; methods: Set<string> }> = []

  /** `path` has `{name}` or `:name` where anything may stand. */
  add(path: string, method: string): void {
    const segments = split(path)
    const entry = this.entries.find((each) => each.segments.join('/') === segments.join('/'))
    if (entry === undefined) this.entries.push({ segments, methods: new Set([method]) })
    else entry.methods.add(method)
  }

  /** Methods of the path, HEAD with every GET, or null for an unknown path. Static segments win over parameters. */
  allowed(pathname: string): string[] | null {
    const segments = split(pathname)
    const matches = this.entries.filter((each) => matchesSegments(each.segments, segments))
    const [best] = matches.sort((a, b) => parameters(a.segments) - parameters(b.segments))
    return best === undefined ? null : allowedOf(best.methods)
  }

  /** Paths that a more general one matches too, with the methods that only that one takes. */
  shadowed(): Array<{ path: string; methods: string[]; allowed: string[] }> {
    return this.entries.flatMap(({ segments, methods }) => {
      const general = this.entries.filter(
        (each) =>
          parameters(each.segments) > parameters(segments) && matchesSegments(each.segments, segments),
      )
      const taken = new Set(general.flatMap((each) => [...each.methods]))
      const others = [...taken].filter((method) => !methods.has(method))
      if (others.length === 0) return []
      const path = `/${segments.map((each) => each.replace(/^\{(.+)\}$/, ':$1')).join('/')}`
      return [{ path, methods: others, allowed: allowedOf(methods) }]
    })
  }
}

function allowedOf(methods: ReadonlySet<string>): string[] {
  return [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].sort()
}

const split = (path: string): string[] => path.split('/').slice(1)

const isParameter = (segment: string): boolean => segment.startsWith('{') || segment.startsWith(':')

const parameters = (segments: readonly string[]): number => segments.filter(isParameter).length

function matchesSegments(pattern: readonly string[], path: readonly string[]): boolean {
  return (
    pattern.length === path.length &&
    pattern.every((segment, index) => (isParameter(segment) ? path[index] !== '' : segment === path[index]))
  )
}
