/** Thrown when the system lets this process open too few files; the message is one sentence for the operator. */
export class TooFewFiles extends Error {
  constructor(allowed: number, needed: number) {
    super(
      `This process may open ${allowed} files at once and needs ${needed} for its database and connections: raise the limit, as with ulimit -n 4096 in its shell or LimitNOFILE=4096 in its systemd unit.`,
    )
    this.name = 'TooFewFiles'
  }
}

/** PostgreSQL keeps up to 1,000 files of a database open (max_files_per_process). */
export const EMBEDDED_FILES = 1_024
/** Connections of the pools and of some clients, and the program's own files. */
export const SERVER_FILES = 256

interface Report {
  userLimits?: { open_files?: { soft?: number | string } }
}

/**
 * Looks at the limit before anything is opened: the embedded database takes a refused file for a damaged one. Throws
 * {@link TooFewFiles}.
 */
export function requireFiles(needed: number): void {
  // The rest of the report asks for every network interface.
  const report = process.report as typeof process.report & { excludeNetwork: boolean }
  report.excludeNetwork = true
  const allowed = (report.getReport() as Report).userLimits?.open_files?.soft
  if (typeof allowed === 'number' && allowed < needed) throw new TooFewFiles(allowed, needed)
}
