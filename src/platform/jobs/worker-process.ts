/** The other end of worker-pool.ts: takes one task after the other from the server, and ends with it. */
import type { TaskAnswer } from './worker-pool.ts'

/** Call it once, in the script of a pool. Whatever `work` throws is the task's failure, and the process goes on. */
export function answerTasks<Input, Result>(work: (input: Input) => Promise<Result>): void {
  const answer = (given: TaskAnswer<Result>) => void process.send?.(given)
  process.on('message', (input: Input) => {
    work(input).then(
      (result) => answer({ result }),
      (fault: unknown) => answer({ failed: fault instanceof Error ? (fault.stack ?? fault.message) : String(fault) }),
    )
  })
  process.on('disconnect', () => process.exit())
}
