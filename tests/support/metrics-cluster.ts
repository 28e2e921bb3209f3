/** A primary and three workers; each worker counts as far as its number, asks for the figures of all, and the primary prints what they heard. */
import cluster from 'node:cluster'
import { collectMetrics, serveWorkerMetrics, shareMetrics } from '#platform/telemetry/cluster-metrics.ts'
import { createMetrics } from '#platform/telemetry/metrics.ts'

const WORKERS = 3

if (cluster.isPrimary) {
  await serveWorkerMetrics()
  const heard: string[] = []
  let ready = 0
  cluster.on('message', (_worker, message: { ready?: true; heard?: string }) => {
    if (message.ready) ready += 1
    if (message.ready && ready === WORKERS) for (const one of Object.values(cluster.workers ?? {})) one?.send({ ask: true })
    if (message.heard !== undefined) heard.push(message.heard)
    if (heard.length < WORKERS) return
    console.log(JSON.stringify(heard))
    process.exit(0)
  })
  for (let n = 0; n < WORKERS; n++) cluster.fork()
} else {
  const { registry, addCounter } = createMetrics()
  const own = cluster.worker?.id ?? 0
  addCounter('tried_total', 'As often as its number', ['by'], () => [[String(own), own]])
  await shareMetrics(registry)
  process.on('message', (message: { ask?: true }) => {
    if (message.ask) void collectMetrics(registry).then((heard) => process.send?.({ heard }))
  })
  process.send?.({ ready: true })
}
