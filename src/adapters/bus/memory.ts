import type { Bus, BusMessages, Topic } from '../../ports/bus.ts'

type Listener = (message: never) => void

/** Hands messages to the subscribers of this process; what the other adapters deliver through as well. */
export function createMemoryBus(): Bus & {
  deliver<T extends Topic>(topic: T, message: BusMessages[T]): void
} {
  const listeners = new Map<Topic, Set<Listener>>()

  function deliver<T extends Topic>(topic: T, message: BusMessages[T]): void {
    for (const listener of listeners.get(topic) ?? []) listener(message as never)
  }

  return {
    deliver,
    publish: async (topic, message) => deliver(topic, message),
    subscribe: (topic, listener) => {
      let set = listeners.get(topic)
      if (set === undefined) listeners.set(topic, (set = new Set()))
      set.add(listener)
      return () => set.delete(listener)
    },
  }
}
