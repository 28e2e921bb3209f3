/** The child process of worker-pool.ts: runs one task after the other, and ends with the server. */
import type { TaskResult } from './worker-pool.ts'

/** Handles the tasks of a pool. Call it once, in the script of the child process. An error of `run` fails the task; the process continues. */
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
