import type { Caller, Endpoint, Route } from '../contract/endpoint.ts'
import { AUTH, authGroup, type AuthDeps } from '../groups/auth/index.ts'
import type { Gauge, Group, GroupAbout, Platform, Ports, WorkerDefinition } from '../groups/group.ts'
import { CHAT, chatGroup, type ChatOptions } from '../groups/chat/index.ts'
import { INSTRUMENTS, type InstrumentSources, instrumentsGroup } from '../groups/instruments/index.ts'
import { NEWS, newsGroup, type NewsOptions } from '../groups/news/index.ts'
import { PORTFOLIO, portfolioGroup, type PortfolioOptions } from '../groups/portfolio/index.ts'
import type { JobDefinition } from '../ports/jobs.ts'
import type { UsageShare } from '../ports/usage.ts'

/** What groups are built of. */
export interface Parts {
  platform: Platform
  sources: InstrumentSources
  news: NewsOptions
  chat: ChatOptions
  portfolio: PortfolioOptions
  auth: Omit<AuthDeps, 'db' | 'clock' | 'instruments' | 'usageShares'>
}

interface Entry {
  about: GroupAbout
  /** `ports` holds what the groups above offer. */
  open(parts: Parts & { ports: Ports; usageShares: AuthDeps['usageShares'] }): Group
}

/** The one list of groups, in the order in which they start. */
const GROUPS: readonly Entry[] = [
  {
    about: INSTRUMENTS,
    // News start later, because they read instruments.
    open: ({ platform, sources, ports }) =>
      instrumentsGroup({ ...platform, ...sources, news: () => (ports as Partial<Ports>).news ?? null }),
  },
  {
    about: PORTFOLIO,
    // What users prefer is kept by the last group of all, and news start later.
    open: ({ platform, ports, portfolio }) =>
      portfolioGroup({
        ...platform,
        ...ports,
        ...portfolio,
        preferences: () => ports.preferences,
        news: () => ports.news,
      }),
  },
  { about: NEWS, open: ({ platform, ports, news }) => newsGroup({ ...platform, ...ports, ...news }) },
  { about: CHAT, open: ({ platform, ports, chat }) => chatGroup({ ...platform, ...ports, ...chat }) },
  {
    about: AUTH,
    open: ({ platform, ports, auth, usageShares }) =>
      authGroup({ ...auth, ...platform, ...ports, usageShares }),
  },
]

/** What every group says of itself. */
export const ABOUT: readonly GroupAbout[] = GROUPS.map(({ about }) => about)

/** Every endpoint of the API. */
export const ENDPOINTS: readonly Endpoint[] = ABOUT.flatMap(({ endpoints }) => endpoints)

/** The groups of a process. */
export interface Groups {
  routes: Route[]
  ports: Ports
  gauges: Gauge[]
  workers: WorkerDefinition[]
  jobs: JobDefinition[]
  /** One after the other, in their order; where no requests are answered, those that say so alone. */
  start(options: { serves: boolean }): Promise<void>
  /** In the opposite order. */
  close(): Promise<void>
}

/** Builds every group; none of them does anything before `start`. */
export function openGroups(parts: Parts): Groups {
  const open: Group[] = []
  const ports = {} as Ports
  const usageShares = async (caller: Caller): Promise<UsageShare[]> => {
    const shares = open.flatMap((group) => group.usage?.(caller) ?? [])
    return Promise.all(shares)
  }
  for (const entry of GROUPS) {
    const group = entry.open({ ...parts, ports, usageShares })
    Object.assign(ports, group.offers)
    open.push(group)
  }
  return {
    routes: open.flatMap(({ routes }) => routes),
    ports,
    gauges: open.flatMap(({ gauges = [] }) => gauges),
    workers: open.flatMap(({ workers = [] }) => workers),
    jobs: open.flatMap(({ jobs = [] }) => jobs),
    start: async ({ serves }) => {
      for (const group of open) {
        if (serves || group.startsForWorkers === true) await group.start?.()
      }
    },
    close: async () => {
      for (const group of open.toReversed()) await group.close?.()
    },
  }
}
