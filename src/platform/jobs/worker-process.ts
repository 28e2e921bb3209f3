/** The child process's side of worker-pool.ts. */
import type { TaskResult } from './worker-pool.ts'

/**
 * Handles the tasks of a pool, and exits when the server closes the IPC channel. The script of the child process calls it once.
 * @param run runs a task; if it throws, the task fails and the process continues
 */
export function handleTasks<Input, Result>(run: (input: Input) => Promise<Result>): void {
  const send = (message: TaskResult<Result>) => void process.send?.(message)
  process.on('message', (input: Input) => {
    run(input).then(
      (result) => send({ result }),
      (error: unknown) => send({ failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
}
