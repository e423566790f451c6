import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { atFileEnd } from './file-end.ts'

/** A network of a test's own, with nothing but a loopback interface, on which packets can be lost. */
export interface Network {
  /** What to put before a command so that it runs in there. */
  enter: readonly string[]
  /** Starts a program in there, which is killed after the calling test file. */
  start(...command: string[]): ChildProcess
  /** Passes connections on between ports in there and Unix sockets, which both sides see. */
  relay(from: string, to: string): Promise<void>
  /** Does this (`drop`, `reject with tcp reset`) to packets to and from a port of TCP, all of them or a share. */
  harm(port: number, verdict: string, percent?: number): void
  heal(): void
  /** Packets that were harmed since. */
  harmed(): number
}

/** Opens a network, without rights beyond those of the user; it is gone after the calling test file. */
export async function openNetwork(): Promise<Network> {
  const holder = spawn('unshare', ['-rn', 'sh', '-c', 'ip link set lo up && echo up && exec sleep 3600'])
  atFileEnd(() => holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  const enter = ['nsenter', '-t', String(holder.pid), '-U', '-n', '--preserve-credentials']
  const nft = (...args: string[]): string =>
    execFileSync('nsenter', [...enter.slice(1), 'nft', ...args], { encoding: 'utf8' })
  nft('add table inet faults')
  nft('add chain inet faults input { type filter hook input priority 0; }')

  function start(...command: string[]): ChildProcess {
    const child = spawn('nsenter', [...enter.slice(1), ...command], { stdio: ['ignore', 'pipe', 'inherit'] })
    atFileEnd(() => child.kill('SIGKILL'))
    return child
  }

  return {
    enter,
    start,
    relay: async (from, to) => {
      const script = fileURLToPath(new URL('relay-process.ts', import.meta.url))
      await once(start(process.execPath, script, from, to).stdout!, 'data')
    },
    harm: (port, verdict, percent = 100) => {
      const chance = percent === 100 ? '' : `numgen random mod 100 < ${percent}`
      for (const side of ['dport', 'sport']) {
        nft(`add rule inet faults input tcp ${side} ${port} ${chance} counter ${verdict}`)
      }
    },
    heal: () => void nft('flush chain inet faults input'),
    harmed: () =>
      [...nft('list chain inet faults input').matchAll(/packets (\d+)/g)].reduce(
        (sum, [, n]) => sum + Number(n),
        0,
      ),
  }
}
