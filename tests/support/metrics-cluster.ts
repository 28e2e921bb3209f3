/**
 * Runs a primary and three workers. Each worker increments a counter to its id and collects the metrics of all; the primary prints the
 * results.
 */
import cluster from 'node:cluster'
import { collectMetrics, serveWorkerMetrics, shareMetrics } from '#platform/telemetry/cluster-metrics.ts'
import { createMetrics } from '#platform/telemetry/metrics.ts'

const WORKERS = 3

if (cluster.isPrimary) {
  await serveWorkerMetrics()
  const collected: string[] = []
  let ready = 0
  cluster.on('message', (_worker, message: { ready?: true; collected?: string }) => {
    if (message.ready) ready += 1
    if (message.ready && ready === WORKERS) for (const worker of Object.values(cluster.workers ?? {})) worker?.send({ ask: true })
    if (message.collected !== undefined) collected.push(message.collected)
    if (collected.length < WORKERS) return
    console.log(JSON.stringify(collected))
    process.exit(0)
  })
  for (let n = 0; n < WORKERS; n++) cluster.fork()
} else {
  const { registry, addCounter } = createMetrics()
  const workerId = cluster.worker?.id ?? 0
  addCounter('tried_total', 'Incremented as often as the worker id', ['by'], () => [[String(workerId), workerId]])
  await shareMetrics(registry)
  process.on('message', (message: { ask?: true }) => {
    if (message.ask) void collectMetrics(registry).then((collected) => process.send?.({ collected }))
  })
  process.send?.({ ready: true })
}
