/** What is done when everything that has arrived in this turn of the event loop has been handled. */
let due: Array<() => void> = []

/**
 * Runs the task at the end of this turn of the event loop, before the next one waits. Responses are written so: written one by
 * one, each wakes its reader up, who has gone back to sleep by the time of the next one, and waking costs more than
 * writing. A task that throws does not keep the others from being run; the first error is thrown when all are done.
 */
export function atEndOfTurn(task: () => void): void {
  if (due.push(task) === 1) setImmediate(runAll)
}

function runAll(): void {
  const tasks = due
  due = []
  const errors: unknown[] = []
  for (const task of tasks) {
    try {
      task()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
