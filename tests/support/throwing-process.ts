/**
 * Loaded into a process of the product before anything else (`node --import`): on SIGUSR2 it does what a mistake of the
 * product or of a library would do, as THROWN says.
 */
const MISTAKES: Readonly<Record<string, () => void>> = {
  exception: () => {
    throw new TypeError('injected exception')
  },
  rejection: () => void Promise.reject(new TypeError('injected rejection')),
  text: () => void Promise.reject('injected text'),
}

process.on('SIGUSR2', () => setImmediate(MISTAKES[process.env['THROWN'] ?? 'exception'] ?? (() => undefined)))

export {}
