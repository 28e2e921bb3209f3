/** Figures for a collector, in the form of Prometheus. Counted where that costs a number; the rest is asked for when somebody collects. */
import cluster from 'node:cluster'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** From a kept answer to what a person would call broken, in seconds. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** A number by the values of its labels, in the order of `labels`. */
type Reading = readonly [...labels: string[], value: number]

export interface Metrics {
  registry: Registry
  observeRequest(method: string, route: string, status: number, seconds: number): void
  observeJob(job: string, isDone: boolean, seconds: number): void
  /** A number that only grows, and is counted elsewhere. */
  addCounter(name: string, help: string, labels: readonly string[], read: () => Iterable<Reading>): void
  /** A number as it is when somebody collects. What cannot be read then is left out. */
  addGauge(name: string, help: string, labels: readonly string[], read: () => Iterable<Reading> | Promise<Iterable<Reading>>): void
}

/** Every figure says which worker it is of; 0 is a process without others. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ worker: String(cluster.worker?.id ?? 0) })
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests that were routed, by the pattern of their route',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers,
  })
  const jobs = new Histogram({
    name: 'job_duration_seconds',
    help: 'Runs of jobs on one site each, by what came of them',
    labelNames: ['job', 'result'],
    buckets: BUCKETS,
    registers,
  })
  const lastSuccess = new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'When a job last ended well on any site',
    labelNames: ['job'],
    registers,
  })
  return {
    registry,
    observeRequest: (method, route, status, seconds) => requests.observe({ method, route, status }, seconds),
    observeJob(job, isDone, seconds) {
      jobs.observe({ job, result: isDone ? 'done' : 'failed' }, seconds)
      if (isDone) lastSuccess.set({ job }, Date.now() / 1000)
    },
    addCounter(name, help, labels, read) {
      const counter: Counter = new Counter({
        name,
        help,
        labelNames: [...labels],
        registers,
        collect() {
          counter.reset()
          for (const reading of read()) counter.inc(toLabels(labels, reading), Number(reading.at(-1)))
        },
      })
    },
    addGauge(name, help, labels, read) {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        async collect() {
          const readings = await (async () => read())().catch(() => [])
          gauge.reset()
          // Without labels the package begins with a 0: what cannot be read would look like nothing to do.
          if (labels.length === 0) gauge.remove()
          for (const reading of readings) gauge.set(toLabels(labels, reading), Number(reading.at(-1)))
        },
      })
    },
  }
}

const toLabels = (labels: readonly string[], reading: Reading): Record<string, string> =>
  Object.fromEntries(labels.map((label, at) => [label, String(reading[at])]))
