/**
 * Runs tasks that would block the event loop or could crash the process in child processes. They start on demand and end after an idle
 * time. The child's side is worker-process.ts.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface WorkerPoolOptions {
  /** The script of the child processes, which calls `handleTasks`. */
  script: URL
  /** Maximum number of child processes. */
  size: number
  /** Maximum number of queued tasks; further ones are rejected. */
  maxWaiting: number
  /** A task that has waited longer in the queue is rejected. */
  maxWaitMs: number
  /** A process whose task takes longer is killed. */
  taskTimeoutMs: number
  idleMs?: number
}

/** The queue is full, the wait was too long, or the pool is closing. Callers can retry later. */
export class PoolBusyError extends Error {}

export type TaskResult<Result> = { result: Result } | { failed: string }

interface Task<Input, Result> {
  input: Input
  resolve(result: Result): void
  reject(error: Error): void
  waitTimer: NodeJS.Timeout
}

const IDLE_MS = 30_000
/** Time for running tasks to finish when the pool is closed. */
const CLOSE_TIMEOUT_MS = 3000

export class WorkerPool<Input, Result> {
  readonly #options: WorkerPoolOptions
  readonly #waiting: Task<Input, Result>[] = []
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>()
  readonly #busy = new Map<ChildProcess, Promise<void>>()
  #isClosed = false

  constructor(options: WorkerPoolOptions) {
    this.#options = options
  }

  /**
   * Queues a task.
   * @throws PoolBusyError if the queue is full, the wait is too long or the pool closes
   * @throws Error if the task fails, ends its process or takes too long
   */
  run(input: Input): Promise<Result> {
    const { maxWaiting, maxWaitMs } = this.#options
    if (this.#isClosed || this.#waiting.length >= maxWaiting) return Promise.reject(new PoolBusyError('The task queue is full.'))
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const waitTimer = setTimeout(() => this.#rejectWaiting(task), maxWaitMs).unref()
    const task: Task<Input, Result> = { input, resolve, reject, waitTimer }
    this.#waiting.push(task)
    this.#next()
    return promise
  }

  /** Rejects queued tasks, lets running ones finish within `CLOSE_TIMEOUT_MS`, and ends the processes. */
  async close(): Promise<void> {
    this.#isClosed = true
    while (this.#waiting[0]) this.#rejectWaiting(this.#waiting[0])
    for (const worker of this.#idle.keys()) this.#end(worker)
    const limit = setTimeout(() => {
      for (const worker of this.#busy.keys()) worker.kill('SIGKILL')
    }, CLOSE_TIMEOUT_MS)
    await Promise.all(this.#busy.values())
    clearTimeout(limit)
  }

  #rejectWaiting(task: Task<Input, Result>): void {
    const at = this.#waiting.indexOf(task)
    if (at < 0) return
    this.#waiting.splice(at, 1)
    clearTimeout(task.waitTimer)
    task.reject(new PoolBusyError('The task waited too long.'))
  }

  #next(): void {
    const isFree = this.#idle.size > 0 || this.#busy.size < this.#options.size
    const task = isFree ? this.#waiting.shift() : undefined
    if (!task) return
    clearTimeout(task.waitTimer)
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
    // The child does not keep the server alive; it ends when its channel closes.
    worker.unref()
    worker.channel?.unref()
    return worker
  }

  #give(worker: ChildProcess, { input, resolve, reject }: Task<Input, Result>): void {
    const { promise, resolve: settle } = Promise.withResolvers<void>()
    this.#busy.set(worker, promise)
    const done = (isAlive: boolean) => {
      clearTimeout(limit)
      worker.off('message', onMessage).off('exit', onExit).off('error', onError)
      this.#busy.delete(worker)
      if (isAlive && !this.#isClosed) this.#rest(worker)
      else this.#end(worker)
      settle()
      this.#next()
    }
    const onMessage = (message: TaskResult<Result>) => {
      done(true)
      if ('failed' in message) reject(new Error(`A task failed: ${message.failed}`))
      else resolve(message.result)
    }
    const onExit = () => onError(new Error('The process of a task has ended.'))
    const onError = (error: Error) => {
      done(false)
      reject(error)
    }
    const limit = setTimeout(() => worker.kill('SIGKILL'), this.#options.taskTimeoutMs).unref()
    worker.on('message', onMessage).on('exit', onExit).on('error', onError)
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
