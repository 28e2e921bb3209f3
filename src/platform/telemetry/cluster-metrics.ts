/**
 * Figures of all processes behind one port. Whichever worker a collector reaches asks the primary, which asks every worker and adds up what
 * they say. Without workers a process answers for itself.
 */
import cluster from 'node:cluster'
import type { Registry } from 'prom-client'

/** What a worker and its primary say to one another, beside what the package's own messages are. */
const ASKED = 'metrics:asked'
const ANSWERED = 'metrics:answered'
/** A worker that does not answer in time is not waited for; the package gives up after five seconds. */
const WAIT_MS = 6000

interface Message {
  type?: string
  id?: string
  text?: string
}
const isMessage = (message: unknown): message is Message => typeof message === 'object' && message !== null

/** In a worker: its figures can be asked for by the primary from now on. */
export async function shareMetrics(registry: Registry): Promise<void> {
  const { AggregatorRegistry } = await import('prom-client')
  AggregatorRegistry.setRegistries(registry)
  // Making one is what begins to listen.
  void new AggregatorRegistry()
}

/** In the primary, once, before the first worker: whichever worker asks is told the figures of all. */
export async function serveWorkerMetrics(): Promise<void> {
  const { AggregatorRegistry } = await import('prom-client')
  const all = new AggregatorRegistry()
  cluster.on('message', (worker, message: unknown) => {
    if (!isMessage(message) || message.type !== ASKED) return
    const answer = (text: string | undefined) => void (worker.isConnected() && worker.send({ type: ANSWERED, id: message.id, text }))
    all.clusterMetrics().then(answer, () => answer(undefined))
  })
}

/** @returns the figures of all workers; of this process alone when there are none, or the primary does not answer */
export async function collectMetrics(registry: Registry): Promise<string> {
  return (cluster.isWorker ? await askPrimary() : undefined) ?? registry.metrics()
}

function askPrimary(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const id = crypto.randomUUID()
    const finish = (text: string | undefined) => {
      clearTimeout(timer)
      process.off('message', listen)
      resolve(text)
    }
    const listen = (message: unknown) => {
      if (isMessage(message) && message.type === ANSWERED && message.id === id) finish(message.text)
    }
    const timer = setTimeout(finish, WAIT_MS, undefined)
    process.on('message', listen)
    process.send?.({ type: ASKED, id })
  })
}
