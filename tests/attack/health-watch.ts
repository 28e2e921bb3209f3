/** Asks `/healthz` from a thread of its own, so that what the run computes is not taken for the server's slowness. */
import { Worker } from 'node:worker_threads'

export interface HealthWatch {
  /** The slowest answer since the last look, and what was no 200. */
  look(): Promise<HealthReport>
  stop(): Promise<unknown>
}
export interface HealthReport {
  asked: number
  slowestMs: number
  wrong: string[]
}

export function watchHealth(url: string): HealthWatch {
  const worker = new Worker(new URL('./health-watch.worker.ts', import.meta.url), { workerData: url })
  return {
    look: () =>
      new Promise((resolve) => {
        worker.once('message', (report: HealthReport) => resolve(report))
        worker.postMessage('look')
      }),
    stop: () => worker.terminate(),
  }
}
