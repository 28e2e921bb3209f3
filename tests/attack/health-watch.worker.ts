import { Agent, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { HealthReport } from './health-watch.ts'

const INTERVAL_MS = 20
const agent = new Agent({ keepAlive: true })
let report: HealthReport = { asked: 0, slowestMs: 0, wrong: [] }
let startedAt: number | undefined

const askOnce = (url: string): Promise<string> =>
  new Promise((resolve) => {
    get(url, { agent }, (response) => {
      response.resume().on('end', () => resolve(String(response.statusCode)))
    }).on('error', ({ message }) => resolve(message))
  })

function recordDuration(since: number): void {
  report.slowestMs = Math.max(report.slowestMs, Math.round(performance.now() - since))
}

parentPort?.on('message', () => {
  // A pending request counts with the time that it has waited.
  if (startedAt !== undefined) recordDuration(startedAt)
  parentPort?.postMessage(report)
  report = { asked: 0, slowestMs: 0, wrong: [] }
})

for (;;) {
  startedAt = performance.now()
  const status = await askOnce(`${String(workerData)}/healthz`)
  recordDuration(startedAt)
  startedAt = undefined
  report.asked += 1
  if (status !== '200') report.wrong.push(status)
  await setTimeout(INTERVAL_MS)
}
