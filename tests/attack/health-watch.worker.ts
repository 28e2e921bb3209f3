import { Agent, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { HealthReport } from './health-watch.ts'

const EVERY_MS = 20
const agent = new Agent({ keepAlive: true })
let report: HealthReport = { asked: 0, slowestMs: 0, wrong: [] }
let beganAt: number | undefined

const askOnce = (url: string): Promise<string> =>
  new Promise((resolve) => {
    get(url, { agent }, (answer) => {
      answer.resume().on('end', () => resolve(String(answer.statusCode)))
    }).on('error', ({ message }) => resolve(message))
  })

function note(since: number): void {
  report.slowestMs = Math.max(report.slowestMs, Math.round(performance.now() - since))
}

parentPort?.on('message', () => {
  // One that still waits counts as long as it has waited.
  if (beganAt !== undefined) note(beganAt)
  parentPort?.postMessage(report)
  report = { asked: 0, slowestMs: 0, wrong: [] }
})

for (;;) {
  beganAt = performance.now()
  const status = await askOnce(`${String(workerData)}/healthz`)
  note(beganAt)
  beganAt = undefined
  report.asked += 1
  if (status !== '200') report.wrong.push(status)
  await setTimeout(EVERY_MS)
}
