/** Creates Prometheus metrics. Durations of requests and jobs are observed when these end; other values are read at collection. */
import cluster from 'node:cluster'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Upper bounds of the histograms' buckets, from the duration of a cached response to one that users consider broken. */
const DURATION_BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The label values in the order of the metric's `labels`, then the value. */
type Reading = readonly [...labels: string[], value: number]

/** The metrics of a process. Names follow the conventions of Prometheus. */
export interface Metrics {
  registry: Registry
  /** Records the duration of a request. @param route route pattern, not the path */
  observeRequest(method: string, route: string, status: number, seconds: number): void
  /** Records the duration of a job's run, and the time if it was successful. */
  observeJob(job: string, isSuccess: boolean, seconds: number): void
  /** Registers a counter whose value is read at collection. */
  addCounter(name: string, help: string, labels: readonly string[], read: () => Iterable<Reading>): void
  /** Registers a gauge whose values are read at collection. It is omitted if `read` throws or rejects. */
  addGauge(name: string, help: string, labels: readonly string[], read: () => Iterable<Reading> | Promise<Iterable<Reading>>): void
}

/** Creates a registry with the default metrics. All metrics have the label `worker`, which is 0 without workers. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ worker: String(cluster.worker?.id ?? 0) })
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const requestDurations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests by method, route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  })
  const jobDurations = new Histogram({
    name: 'job_duration_seconds',
    help: 'Duration of job runs on a single site by job and result',
    labelNames: ['job', 'result'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  })
  const lastSuccess = new Gauge({
    name: 'job_last_success_timestamp_seconds',
    help: 'Unix time of the last successful run of a job on any site',
    labelNames: ['job'],
    registers,
  })
  return {
    registry,
    observeRequest: (method, route, status, seconds) => requestDurations.observe({ method, route, status }, seconds),
    observeJob(job, isSuccess, seconds) {
      jobDurations.observe({ job, result: isSuccess ? 'done' : 'failed' }, seconds)
      if (isSuccess) lastSuccess.set({ job }, Date.now() / 1000)
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
          // prom-client sets gauges without labels to 0 at first, which would hide that reading failed.
          if (labels.length === 0) gauge.remove()
          for (const reading of readings) gauge.set(toLabels(labels, reading), Number(reading.at(-1)))
        },
      })
    },
  }
}

const toLabels = (labels: readonly string[], reading: Reading): Record<string, string> =>
  Object.fromEntries(labels.map((label, index) => [label, String(reading[index])]))
