/**
 * Runs tasks in child processes, because they would block the event loop or could crash the process. The child processes start on demand
 * and end after an idle time. worker-process.ts is the child's side.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export interface WorkerPoolOptions {
  /** URL of the child processes' script, which calls `handleTasks`. */
  script: URL
  /** Maximum number of child processes. */
  size: number
  /** Maximum number of queued tasks; further ones are rejected. */
  maxWaiting: number
  /** Maximum time in the queue; a task that waits longer is rejected. */
  maxWaitMs: number
  /** Maximum duration of a task; if it takes longer, its process is killed. */
  taskTimeoutMs: number
  /** Time without a task after which a process ends. Default: 30 seconds. */
  idleMs?: number
}

/** Thrown if the queue is full, the task waited too long, or the pool is closed. In the first two cases, callers can retry later. */
export class PoolBusyError extends Error {}

/** Message from a child process: the result of its task, or the stack of its error. */
export type TaskResult<Result> = { result: Result } | { failed: string }

interface Task<Input, Result> {
  input: Input
  resolve(result: Result): void
  reject(error: Error): void
  waitTimer: NodeJS.Timeout
}

const DEFAULT_IDLE_MS = 30_000
/** Time that running tasks have to finish when the pool is closed. */
const CLOSE_TIMEOUT_MS = 3000

/** A pool of child processes, each of which runs one task at a time. */
export class WorkerPool<Input, Result> {
  readonly #options: WorkerPoolOptions
  readonly #waitingTasks: Task<Input, Result>[] = []
  readonly #idleTimers = new Map<ChildProcess, NodeJS.Timeout>()
  readonly #busyWorkers = new Map<ChildProcess, Promise<void>>()
  #isClosed = false

  constructor(options: WorkerPoolOptions) {
    this.#options = options
  }

  /**
   * Queues a task. Input and result are copied with the structured clone algorithm.
   * @throws PoolBusyError if the queue is full, the task waits too long in it, or the pool is closed
   * @throws Error if the task fails, ends its process or takes too long
   */
  run(input: Input): Promise<Result> {
    const { maxWaiting, maxWaitMs } = this.#options
    if (this.#isClosed || this.#waitingTasks.length >= maxWaiting) return Promise.reject(new PoolBusyError('The task queue is full.'))
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const waitTimer = setTimeout(() => this.#rejectWaiting(task), maxWaitMs).unref()
    const task: Task<Input, Result> = { input, resolve, reject, waitTimer }
    this.#waitingTasks.push(task)
    this.#startNextTask()
    return promise
  }

  /** Rejects queued tasks, gives running ones `CLOSE_TIMEOUT_MS` to finish, and ends the processes. */
  async close(): Promise<void> {
    this.#isClosed = true
    while (this.#waitingTasks[0]) this.#rejectWaiting(this.#waitingTasks[0])
    for (const worker of this.#idleTimers.keys()) this.#endWorker(worker)
    const killTimer = setTimeout(() => {
      for (const worker of this.#busyWorkers.keys()) worker.kill('SIGKILL')
    }, CLOSE_TIMEOUT_MS)
    await Promise.all(this.#busyWorkers.values())
    clearTimeout(killTimer)
  }

  #rejectWaiting(task: Task<Input, Result>): void {
    const index = this.#waitingTasks.indexOf(task)
    if (index < 0) return
    this.#waitingTasks.splice(index, 1)
    clearTimeout(task.waitTimer)
    task.reject(new PoolBusyError('The task waited too long.'))
  }

  #startNextTask(): void {
    const isProcessAvailable = this.#idleTimers.size > 0 || this.#busyWorkers.size < this.#options.size
    const task = isProcessAvailable ? this.#waitingTasks.shift() : undefined
    if (!task) return
    clearTimeout(task.waitTimer)
    this.#runTask(this.#takeWorker(), task)
  }

  #takeWorker(): ChildProcess {
    for (const [worker, idleTimer] of this.#idleTimers) {
      clearTimeout(idleTimer)
      this.#idleTimers.delete(worker)
      if (worker.connected) return worker
    }
    const worker = fork(fileURLToPath(this.#options.script), {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // The child process must not keep the server alive; it ends when its IPC channel closes.
    worker.unref()
    worker.channel?.unref()
    return worker
  }

  #runTask(worker: ChildProcess, { input, resolve, reject }: Task<Input, Result>): void {
    const { promise, resolve: markAsFree } = Promise.withResolvers<void>()
    this.#busyWorkers.set(worker, promise)
    const finish = (isAlive: boolean) => {
      clearTimeout(killTimer)
      worker.off('message', onMessage).off('exit', onExit).off('error', onError)
      this.#busyWorkers.delete(worker)
      if (isAlive && !this.#isClosed) this.#markIdle(worker)
      else this.#endWorker(worker)
      markAsFree()
      this.#startNextTask()
    }
    const onMessage = (message: TaskResult<Result>) => {
      finish(true)
      if ('failed' in message) reject(new Error(`A task failed: ${message.failed}`))
      else resolve(message.result)
    }
    const onExit = () => onError(new Error('A worker process has ended.'))
    const onError = (error: Error) => {
      finish(false)
      reject(error)
    }
    const killTimer = setTimeout(() => worker.kill('SIGKILL'), this.#options.taskTimeoutMs).unref()
    worker.on('message', onMessage).on('exit', onExit).on('error', onError)
    worker.send(input as object)
  }

  #markIdle(worker: ChildProcess): void {
    const idleTimer = setTimeout(() => this.#endWorker(worker), this.#options.idleMs ?? DEFAULT_IDLE_MS).unref()
    this.#idleTimers.set(worker, idleTimer)
  }

  #endWorker(worker: ChildProcess): void {
    clearTimeout(this.#idleTimers.get(worker))
    this.#idleTimers.delete(worker)
    if (worker.connected) worker.disconnect()
  }
}
