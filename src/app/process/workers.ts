/**
 * Runs several worker processes that share one port (`WORKERS`). The primary process only supervises them: it starts them, restarts a
 * worker that has exited, replaces them one by one on SIGUSR2, and stops them together. It opens no database and serves no requests.
 */
import cluster, { type Worker } from 'node:cluster'
import { NEWER_SCHEMA_EXIT_CODE } from './version-guard.ts'
import { STOP_MESSAGE, type Lifecycle } from './shutdown.ts'

/** Minimum lifetime of a worker. If it exits earlier, it is restarted with a delay, which grows if the start fails. */
const MIN_LIFETIME_MS = 10_000
const RESTART_DELAYS_MS = [0, 1_000, 2_000, 5_000, 15_000, 30_000]
/** Time after its own deadline at which a worker that has not exited is killed. */
const KILL_AFTER_MS = 15_000

export interface WorkersOptions {
  count: number
  /** Path of the file that each worker runs. */
  file: string
  /** Maximum time that requests in progress may take when a worker stops. */
  stopWithinMs: number
  lifecycle: Lifecycle
  /** Called when all workers listen. */
  onListening(port: number): void
}

/** Starts the workers and supervises them until SIGTERM or Ctrl-C. SIGUSR2 replaces them one by one. */
export async function runWorkers({ count, file, stopWithinMs, lifecycle, onListening }: WorkersOptions): Promise<void> {
  let replacement: Promise<void> = Promise.resolve()
  cluster.setupPrimary({ exec: file })

  /** Workers that are starting or being stopped, whose exit does not cause a restart. */
  const workersExpectedToExit = new WeakSet<Worker>()

  const startWorker = async (): Promise<{ worker: Worker; port: number }> => {
    const worker = cluster.fork()
    workersExpectedToExit.add(worker)
    const port = await new Promise<number>((resolve, reject) => {
      worker.once('listening', ({ port }) => resolve(port))
      worker.once('exit', (code) => reject(new WorkerExited(code)))
    })
    workersExpectedToExit.delete(worker)
    const startedAt = Date.now()
    worker.once('exit', (code, signal) => {
      if (lifecycle.isStopping || workersExpectedToExit.has(worker)) return
      logWorker('worker exited, another is started', worker, { exitCode: code, signal })
      void restartWorker(Date.now() - startedAt < MIN_LIFETIME_MS ? 1 : 0)
    })
    return { worker, port }
  }

  const restartWorker = async (attempt: number): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, RESTART_DELAYS_MS[Math.min(attempt, RESTART_DELAYS_MS.length - 1)]))
    if (lifecycle.isStopping) return
    try {
      await startWorker()
    } catch (error) {
      if (!(error instanceof WorkerExited && error.code === NEWER_SCHEMA_EXIT_CODE)) return restartWorker(attempt + 1)
      // This version is older than the database schema, so none of its workers can start.
      await stopAll(NEWER_SCHEMA_EXIT_CODE)
    }
  }

  const stopWorker = (worker: Worker): Promise<void> => {
    workersExpectedToExit.add(worker)
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        logWorker('worker did not stop in time and was killed', worker)
        worker.process.kill('SIGKILL')
      }, stopWithinMs + KILL_AFTER_MS)
      const finish = () => {
        clearTimeout(timer)
        resolve()
      }
      worker.once('exit', finish)
      if (worker.isDead()) finish()
      else if (worker.isConnected()) worker.send(STOP_MESSAGE)
    })
  }

  /**
   * Replaces all workers. Each new worker listens before the old one stops; if one does not start, the remaining old ones continue to run.
   */
  const replaceAll = async (): Promise<void> => {
    for (const oldWorker of listWorkers()) {
      if (lifecycle.isStopping || oldWorker.isDead()) continue
      await startWorker()
      await stopWorker(oldWorker)
    }
    console.log('All workers have been replaced.')
  }

  const stopAll = async (exitCode = 0): Promise<void> => {
    lifecycle.isStopping = true
    await Promise.all(listWorkers().map(stopWorker))
    process.exit(exitCode)
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (!lifecycle.isStopping) return void stopAll()
      for (const worker of listWorkers()) worker.process.kill('SIGKILL')
      process.exit(1)
    })
  process.on('SIGUSR2', () => {
    replacement = replacement.then(replaceAll).catch((error: unknown) => {
      console.error(`Worker replacement failed: ${error instanceof Error ? error.message : String(error)}`)
    })
  })

  // The first worker creates a missing database and prints the first administrator's password.
  const { port } = await startWorker()
  await Promise.all(Array.from({ length: count - 1 }, startWorker))
  onListening(port)
}

/** Thrown if a worker exits during its startup. The worker has already printed the reason. */
export class WorkerExited extends Error {
  readonly code: number
  constructor(code: number) {
    super('A new worker failed to start.')
    this.code = code
  }
}

/** Logs an error about a worker as one line of JSON, as the workers do. */
const logWorker = (message: string, { id, process: { pid } }: Worker, fields: object = {}): void =>
  console.error(JSON.stringify({ level: 50, time: Date.now(), pid: process.pid, worker: id, workerPid: pid, ...fields, msg: message }))

const listWorkers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
