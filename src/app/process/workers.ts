/**
 * Runs several worker processes behind one port (`WORKERS`). The primary process only supervises them: it starts them, restarts one that
 * has exited, replaces them one by one on SIGUSR2, and stops them together. It opens no database and serves no requests.
 */
import cluster, { type Worker } from 'node:cluster'
import { NEWER_SCHEMA_EXIT_CODE } from './version-guard.ts'
import { STOP_MESSAGE, type Lifecycle } from './shutdown.ts'

/** A worker that exits sooner than this after its start is restarted with a growing delay. */
const SHORT_LIFE_MS = 10_000
const RESTART_DELAYS_MS = [0, 1_000, 2_000, 5_000, 15_000, 30_000]
/** A worker that has not exited this long after its own deadline is killed. */
const KILL_AFTER_MS = 15_000

export interface WorkersOptions {
  count: number
  /** The file that each worker runs. */
  file: string
  /** How long requests in progress may take when a worker stops. */
  stopWithinMs: number
  lifecycle: Lifecycle
  /** Called once all workers listen. */
  onListening(port: number): void
}

/** Starts the workers and supervises them until SIGTERM or Ctrl-C. SIGUSR2 replaces them one by one. */
export async function runWorkers({ count, file, stopWithinMs, lifecycle, onListening }: WorkersOptions): Promise<void> {
  let replacing: Promise<void> = Promise.resolve()
  cluster.setupPrimary({ exec: file })

  /** Workers that are starting or being stopped: their exit does not lead to a restart. */
  const exitExpected = new WeakSet<Worker>()

  const start = async (): Promise<{ worker: Worker; port: number }> => {
    const worker = cluster.fork()
    exitExpected.add(worker)
    const port = await new Promise<number>((resolve, reject) => {
      worker.once('listening', ({ port }) => resolve(port))
      worker.once('exit', (code) => reject(new WorkerExited(code)))
    })
    exitExpected.delete(worker)
    const startedAt = Date.now()
    worker.once('exit', (code, signal) => {
      if (lifecycle.isStopping || exitExpected.has(worker)) return
      logWorker('worker exited, another is started', worker, { exitCode: code, signal })
      void startAgain(Date.now() - startedAt < SHORT_LIFE_MS ? 1 : 0)
    })
    return { worker, port }
  }

  const startAgain = async (attempt: number): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, RESTART_DELAYS_MS[Math.min(attempt, RESTART_DELAYS_MS.length - 1)]))
    if (lifecycle.isStopping) return
    try {
      await start()
    } catch (error) {
      if (!(error instanceof WorkerExited && error.code === NEWER_SCHEMA_EXIT_CODE)) return startAgain(attempt + 1)
      // This version is older than the database schema: none of its workers can start.
      await stop(NEWER_SCHEMA_EXIT_CODE)
    }
  }

  const end = (worker: Worker): Promise<void> => {
    exitExpected.add(worker)
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

  /** Each new worker listens before the old one stops. When one does not start, the remaining old ones keep running. */
  const replaceAll = async (): Promise<void> => {
    for (const old of listWorkers()) {
      if (lifecycle.isStopping || old.isDead()) continue
      await start()
      await end(old)
    }
    console.log('All workers have been replaced.')
  }

  const stop = async (exitCode = 0): Promise<void> => {
    lifecycle.isStopping = true
    await Promise.all(listWorkers().map(end))
    process.exit(exitCode)
  }

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (!lifecycle.isStopping) return void stop()
      for (const worker of listWorkers()) worker.process.kill('SIGKILL')
      process.exit(1)
    })
  process.on('SIGUSR2', () => {
    replacing = replacing.then(replaceAll).catch((error: unknown) => {
      console.error(`Worker replacement failed: ${error instanceof Error ? error.message : String(error)}`)
    })
  })

  // The first worker creates a missing database and prints the first administrator's password.
  const { port } = await start()
  await Promise.all(Array.from({ length: count - 1 }, start))
  onListening(port)
}

/** A worker exited during its startup; it has printed the reason itself. */
export class WorkerExited extends Error {
  readonly code: number
  constructor(code: number) {
    super('A new worker failed to start.')
    this.code = code
  }
}

/** Logs one JSON object per line, as the workers do. */
const logWorker = (message: string, { id, process: { pid } }: Worker, about: object = {}): void =>
  console.error(JSON.stringify({ level: 50, time: Date.now(), pid: process.pid, worker: id, workerPid: pid, ...about, msg: message }))

const listWorkers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
