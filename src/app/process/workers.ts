/**
 * Several processes behind one port (`WORKERS`). The first process only looks after the others: it starts them, starts one anew that
 * has ended, replaces them one by one when it is told to, and stops them together. It has no database and answers nobody.
 */
import cluster, { type Worker } from 'node:cluster'
import { NEWER_SCHEMA_EXIT_CODE } from './version-guard.ts'
import { STOP_MESSAGE, type Lifecycle } from './shutdown.ts'

/** A worker that ends soon after its start will do so again: the next one waits, longer each time. */
const SHORT_LIFE_MS = 10_000
const WAITS_MS = [0, 1_000, 2_000, 5_000, 15_000, 30_000]
/** A worker finishes within its own limit; this much later it is ended. */
const KILL_AFTER_MS = 15_000

export interface WorkersOptions {
  count: number
  /** The file that each of them runs. */
  file: string
  /** How long requests under way may take when a worker stops. */
  stopWithinMs: number
  lifecycle: Lifecycle
  /** Told once all of them answer. */
  onListening(port: number): void
}

/** Starts them and goes on until it is told to stop (SIGTERM, Ctrl-C). SIGUSR2 replaces them one by one. */
export async function runWorkers({ count, file, stopWithinMs, lifecycle, onListening }: WorkersOptions): Promise<void> {
  let replacing: Promise<void> = Promise.resolve()
  cluster.setupPrimary({ exec: file })

  /** Those that are about to be replaced, or were never there to answer, are not started anew. */
  const expected = new WeakSet<Worker>()

  const start = async (): Promise<{ worker: Worker; port: number }> => {
    const worker = cluster.fork()
    expected.add(worker)
    const port = await new Promise<number>((resolve, reject) => {
      worker.once('listening', ({ port }) => resolve(port))
      worker.once('exit', (code) => reject(new WorkerEnded(code)))
    })
    expected.delete(worker)
    const began = Date.now()
    worker.once('exit', (code, signal) => {
      if (lifecycle.isStopping || expected.has(worker)) return
      logWorker('worker exited, another is started', worker, { exitCode: code, signal })
      void startAgain(Date.now() - began < SHORT_LIFE_MS ? 1 : 0)
    })
    return { worker, port }
  }

  const startAgain = async (attempt: number): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, WAITS_MS[Math.min(attempt, WAITS_MS.length - 1)]))
    if (lifecycle.isStopping) return
    try {
      await start()
    } catch (error) {
      if (!(error instanceof WorkerEnded && error.code === NEWER_SCHEMA_EXIT_CODE)) return startAgain(attempt + 1)
      // This program is older than the database: no worker of it can start.
      await stop(NEWER_SCHEMA_EXIT_CODE)
    }
  }

  const end = (worker: Worker): Promise<void> => {
    expected.add(worker)
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

  /** The new one answers before the old one stops. When it does not start, the old ones stay. */
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
    replacing = replacing.then(replaceAll).catch((fault: unknown) => {
      console.error(`The workers were not replaced: ${fault instanceof Error ? fault.message : String(fault)}`)
    })
  })

  // The first makes the database where there is none, and says the first administrator's password.
  const { port } = await start()
  await Promise.all(Array.from({ length: count - 1 }, start))
  onListening(port)
}

/** It has said why. */
export class WorkerEnded extends Error {
  readonly code: number
  constructor(code: number) {
    super('A new worker has not come up.')
    this.code = code
  }
}

/** One JSON object a line, as the workers log. */
const logWorker = (message: string, { id, process: { pid } }: Worker, about: object = {}): void =>
  console.error(JSON.stringify({ level: 50, time: Date.now(), pid: process.pid, worker: id, workerPid: pid, ...about, msg: message }))

const listWorkers = (): Worker[] => Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
