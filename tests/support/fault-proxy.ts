import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { atFileEnd } from './file-end.ts'

/** Stands between a client and a server and does what networks do. */
export interface FaultProxy {
  /** The address of the server, through the proxy. */
  url: string
  /** Keeps every connection, accepts new ones, and lets nothing through. */
  freeze(): void
  /** Lets everything through again, what was kept back as well. */
  thaw(): void
  /** Breaks every connection; new ones are refused until `accept`. */
  refuse(): Promise<void>
  accept(): Promise<void>
  /** Breaks every connection; new ones are accepted. */
  reset(): void
}

/** A proxy in front of the server at an address; it is closed after the calling test file. */
export async function startFaultProxy(target: string): Promise<FaultProxy> {
  const { hostname, port: targetPort } = new URL(target)
  const sockets = new Set<Socket>()
  let frozen = false

  function keep(socket: Socket): void {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  }

  function join(from: Socket, to: Socket): void {
    from.on('data', (data) => to.write(data))
    from.on('close', () => to.destroy())
    if (frozen) from.pause()
  }

  function handle(client: Socket): void {
    const server = connect(Number(targetPort === '' ? 6_379 : targetPort), hostname)
    for (const socket of [client, server]) keep(socket)
    join(client, server)
    join(server, client)
  }

  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  let listener: Server | null = null
  const listen = async (port: number): Promise<number> => {
    listener = createServer(handle).listen(port, '127.0.0.1')
    await once(listener, 'listening')
    return (listener.address() as AddressInfo).port
  }
  const refuse = async (): Promise<void> => {
    const closing = listener
    listener = null
    breakAll()
    if (closing !== null) await new Promise((resolve) => closing.close(resolve))
  }

  const port = await listen(0)
  atFileEnd(refuse)
  const address = new URL(target)
  address.host = `127.0.0.1:${port}`
  return {
    url: address.href,
    freeze: () => {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw: () => {
      frozen = false
      for (const socket of sockets) socket.resume()
    },
    refuse,
    accept: async () => {
      await listen(port)
    },
    reset: breakAll,
  }
}
