/**
 * Work that would hold the request thread, or may break what runs it, is done by processes of its own. They begin when first
 * needed and end when nothing has come for a while. The other end is worker-process.ts.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface WorkerPoolOptions {
  /** The script of the processes, which calls `answerTasks`. */
  script: URL
  /** So many work at once. */
  size: number
  /** As many may wait for their turn, and as long; beyond that a task is refused. */
  maxWaiting: number
  maxWaitMs: number
  /** A process that takes longer over one task is ended. */
  taskTimeoutMs: number
  idleMs?: number
}

/** There is no room in the queue, a turn did not come in time, or the pool is closing. Worth another try later. */
export class PoolBusyError extends Error {}

export type TaskAnswer<Result> = { result: Result } | { failed: string }

interface Task<Input, Result> {
  input: Input
  resolve(result: Result): void
  reject(fault: Error): void
  patience: NodeJS.Timeout
}

const IDLE_MS = 30_000
/** What is being done when the server stops may be finished for so long. */
const FINISH_WITHIN_MS = 3000

export class WorkerPool<Input, Result> {
  readonly #options: WorkerPoolOptions
  readonly #waiting: Task<Input, Result>[] = []
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>()
  readonly #busy = new Map<ChildProcess, Promise<void>>()
  #isClosed = false

  constructor(options: WorkerPoolOptions) {
    this.#options = options
  }

  /** @throws PoolBusyError; Error when the task fails, ends its process or takes too long */
  run(input: Input): Promise<Result> {
    const { maxWaiting, maxWaitMs } = this.#options
    if (this.#isClosed || this.#waiting.length >= maxWaiting) return Promise.reject(new PoolBusyError('There is no room for more tasks.'))
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const patience = setTimeout(() => this.#refuse(task), maxWaitMs).unref()
    const task: Task<Input, Result> = { input, resolve, reject, patience }
    this.#waiting.push(task)
    this.#next()
    return promise
  }

  /** What waits is refused, what has begun is finished if that does not take long, and the processes end. */
  async close(): Promise<void> {
    this.#isClosed = true
    while (this.#waiting[0]) this.#refuse(this.#waiting[0])
    for (const worker of this.#idle.keys()) this.#end(worker)
    const limit = setTimeout(() => {
      for (const worker of this.#busy.keys()) worker.kill('SIGKILL')
    }, FINISH_WITHIN_MS)
    await Promise.all(this.#busy.values())
    clearTimeout(limit)
  }

  #refuse(task: Task<Input, Result>): void {
    const at = this.#waiting.indexOf(task)
    if (at < 0) return
    this.#waiting.splice(at, 1)
    clearTimeout(task.patience)
    task.reject(new PoolBusyError('The turn of this task did not come in time.'))
  }

  #next(): void {
    const isFree = this.#idle.size > 0 || this.#busy.size < this.#options.size
    const task = isFree ? this.#waiting.shift() : undefined
    if (!task) return
    clearTimeout(task.patience)
    this.#give(this.#take(), task)
  }

  #take(): ChildProcess {
    for (const [worker, ending] of this.#idle) {
      clearTimeout(ending)
      this.#idle.delete(worker)
      if (worker.connected) return worker
    }
    const worker = fork(fileURLToPath(this.#options.script), {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // It does not keep the server from stopping; when the server has stopped, its channel closes and it ends.
    worker.unref()
    worker.channel?.unref()
    return worker
  }

  #give(worker: ChildProcess, { input, resolve, reject }: Task<Input, Result>): void {
    const { promise, resolve: settle } = Promise.withResolvers<void>()
    this.#busy.set(worker, promise)
    const done = (isAlive: boolean) => {
      clearTimeout(limit)
      worker.off('message', onAnswer).off('exit', onExit).off('error', onError)
      this.#busy.delete(worker)
      if (isAlive && !this.#isClosed) this.#rest(worker)
      else this.#end(worker)
      settle()
      this.#next()
    }
    const onAnswer = (answer: TaskAnswer<Result>) => {
      done(true)
      if ('failed' in answer) reject(new Error(`A task failed: ${answer.failed}`))
      else resolve(answer.result)
    }
    const onExit = () => onError(new Error('The process of a task has ended.'))
    const onError = (fault: Error) => {
      done(false)
      reject(fault)
    }
    const limit = setTimeout(() => worker.kill('SIGKILL'), this.#options.taskTimeoutMs).unref()
    worker.on('message', onAnswer).on('exit', onExit).on('error', onError)
    worker.send(input as object)
  }

  #rest(worker: ChildProcess): void {
    const ending = setTimeout(() => this.#end(worker), this.#options.idleMs ?? IDLE_MS).unref()
    this.#idle.set(worker, ending)
  }

  #end(worker: ChildProcess): void {
    clearTimeout(this.#idle.get(worker))
    this.#idle.delete(worker)
    if (worker.connected) worker.disconnect()
  }
}
