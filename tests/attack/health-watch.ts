/** Polls `/healthz` from a worker thread, so that the test's own CPU work does not distort the response times. */
import { Worker } from 'node:worker_threads'

export interface HealthWatch {
  /** Returns the slowest response and all failures since the last call. */
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
