import { parentPort, workerData } from 'node:worker_threads'

/** A thread that asks for paths again and again until it is told to stop, and then tells how many milliseconds each call took. */
const { url, headers, paths } = workerData as {
  url: string
  headers: Record<string, string>
  paths: Record<string, string>
}
const PAUSE_MS = 5
const took: Record<string, number[]> = Object.fromEntries(Object.keys(paths).map((name) => [name, []]))
let isOver = false

parentPort?.once('message', () => {
  isOver = true
})
await Promise.all(Object.entries(paths).map(([name, path]) => watch(name, path)))
parentPort?.postMessage(took)

async function watch(name: string, path: string): Promise<void> {
  while (!isOver) {
    const began = performance.now()
    await (await fetch(url + path, { headers })).arrayBuffer()
    took[name]?.push(performance.now() - began)
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
