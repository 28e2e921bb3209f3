/** Child process for tests of the worker pool: it returns, throws, exits, hangs or waits, depending on the task. */
import { handleTasks } from '#platform/jobs/worker-process.ts'

export type OddTask = { say: string } | { fail: string } | { exit: number } | { hang: true } | { forMs: number }

handleTasks(async (task: OddTask): Promise<{ said: string; pid: number }> => {
  if ('fail' in task) throw new Error(task.fail)
  if ('exit' in task) process.exit(task.exit)
  if ('hang' in task) for (;;);
  if ('forMs' in task) await new Promise((resolve) => setTimeout(resolve, task.forMs))
  return { said: 'say' in task ? task.say : 'done', pid: process.pid }
})
