/**
 * Metrics of all processes behind one port. The worker that a collector reaches asks the primary, which aggregates the metrics of all
 * workers. Without workers, a process returns its own.
 */
import cluster from 'node:cluster'
import type { Registry } from 'prom-client'

/** Message types between worker and primary, in addition to those of prom-client. */
const REQUEST = 'metrics:asked'
const RESPONSE = 'metrics:answered'
/** Longer than the timeout of prom-client's aggregation, which is five seconds. */
const TIMEOUT_MS = 6000

interface Message {
  type?: string
  id?: string
  text?: string
}
const isMessage = (message: unknown): message is Message => typeof message === 'object' && message !== null

/** Makes the metrics of a worker available to the primary. */
export async function shareMetrics(registry: Registry): Promise<void> {
  const { AggregatorRegistry } = await import('prom-client')
  AggregatorRegistry.setRegistries(registry)
  // The constructor starts listening.
  void new AggregatorRegistry()
}

/** Serves the metrics of all workers to each worker. Called once in the primary, before the first worker starts. */
export async function serveWorkerMetrics(): Promise<void> {
  const { AggregatorRegistry } = await import('prom-client')
  const all = new AggregatorRegistry()
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message) || message.type !== REQUEST) return
    const respond = (text: string | undefined) => void (worker.isConnected() && worker.send({ type: RESPONSE, id: message.id, text }))
    all.clusterMetrics().then(respond, () => respond(undefined))
  })
}

/** @returns metrics of all workers in the Prometheus text format; of this process alone without workers or if the primary times out */
export async function collectMetrics(registry: Registry): Promise<string> {
  return (cluster.isWorker ? await requestFromPrimary() : undefined) ?? registry.metrics()
}

function requestFromPrimary(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const id = crypto.randomUUID()
    const finish = (text: string | undefined) => {
      clearTimeout(timer)
      process.off('message', listen)
      resolve(text)
    }
    const listen = (message: unknown) => {
      if (isMessage(message) && message.type === RESPONSE && message.id === id) finish(message.text)
    }
    const timer = setTimeout(finish, TIMEOUT_MS, undefined)
    process.on('message', listen)
    process.send?.({ type: REQUEST, id })
  })
}
