/** Our name for each namespace that is read, by what its address contains; addresses are often written slightly wrong. */
const BY_ADDRESS: ReadonlyArray<readonly [string, string]> = [
  ['purl.org/dc/terms', 'dcterms'],
  ['purl.org/dc/elements', 'dc'],
  ['purl.org/rss/1.0/modules/content', 'content'],
  ['purl.org/rss/1.0/modules/syndication', 'sy'],
  ['purl.org/rss/1.0/modules', 'module'],
  ['22-rdf-syntax-ns', 'rdf'],
  ['rssnamespace.org/feedburner', 'feedburner'],
  ['pheedo.com', 'feedburner'],
  ['search.yahoo.com/mrss', 'media'],
  ['podcast-1.0.dtd', 'itunes'],
  ['nasdaqtrader.com', 'ndaq'],
  ['www.w3.org/1999/xhtml', 'xhtml'],
  ['xmlns.com/foaf', 'foaf'],
  // The formats' own, whichever prefix they are given.
  ['w3.org/2005/atom', ''],
  ['purl.org/atom', ''],
  ['purl.org/rss/1.0', ''],
  ['purl.org/net/rss', ''],
  ['my.netscape.com', ''],
  ['channel.netscape.com', ''],
  ['backend.userland.com', ''],
  ['blogs.law.harvard.edu', ''],
  ['cyber.law.harvard.edu', ''],
]
/** Prefixes that mean what they say where no address is given. */
const SPELLINGS: Readonly<Record<string, string>> = {
  atom: '',
  atom10: '',
  a10: '',
  rss: '',
  dcterm: 'dcterms',
  pheedo: 'feedburner',
}

/** Our name of the namespace of an element, from its prefix as written and the address the prefix stands for. */
export function prefixOf(written: string, address: string | undefined): string {
  if (address !== undefined) {
    const lower = address.toLowerCase()
    const known = BY_ADDRESS.find(([part]) => lower.includes(part))
    if (known !== undefined) return known[1]
  }
  return SPELLINGS[written] ?? written
}
