/**
 * Collects the metrics of all processes that share a port. The worker that a collector reaches sends a request to the primary, which
 * aggregates the metrics of all workers. Without workers, a process returns its own metrics.
 */
import cluster from 'node:cluster'
import type { Registry } from 'prom-client'

/** Message types between worker and primary, in addition to those of prom-client. */
const REQUEST_TYPE = 'metrics:asked'
const RESPONSE_TYPE = 'metrics:answered'
/** Timeout of a request to the primary: longer than that of prom-client's aggregation, which is five seconds. */
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
  // The constructor starts to listen for requests of the primary.
  void new AggregatorRegistry()
}

/** Sends the metrics of all workers to workers that request them. Must be called once in the primary, before the first worker starts. */
export async function serveWorkerMetrics(): Promise<void> {
  const { AggregatorRegistry } = await import('prom-client')
  const aggregator = new AggregatorRegistry()
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message) || message.type !== REQUEST_TYPE) return
    const respond = (text: string | undefined) => void (worker.isConnected() && worker.send({ type: RESPONSE_TYPE, id: message.id, text }))
    aggregator.clusterMetrics().then(respond, () => respond(undefined))
  })
}

/**
 * Collects metrics in the Prometheus text format.
 * @returns the metrics of all workers; those of this process if there are no workers, or the primary fails or does not respond in time
 */
export async function collectMetrics(registry: Registry): Promise<string> {
  return (cluster.isWorker ? await requestFromPrimary() : undefined) ?? registry.metrics()
}

function requestFromPrimary(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const id = crypto.randomUUID()
    const finish = (text: string | undefined) => {
      clearTimeout(timer)
      process.off('message', handleMessage)
      resolve(text)
    }
    const handleMessage = (message: unknown) => {
      if (isMessage(message) && message.type === RESPONSE_TYPE && message.id === id) finish(message.text)
    }
    const timer = setTimeout(finish, TIMEOUT_MS, undefined)
    process.on('message', handleMessage)
    process.send?.({ type: REQUEST_TYPE, id })
  })
}
