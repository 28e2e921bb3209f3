/** Tests metrics in the Prometheus text format. tests/server/telemetry/metrics.test.ts tests them over HTTP. */
import { expect, test } from 'vitest'
import { collectMetrics } from './cluster-metrics.ts'
import { createMetrics } from './metrics.ts'

/** Returns the lines that contain a metric's name, in order. */
const findLines = async (metrics: ReturnType<typeof createMetrics>, name: string) =>
  (await collectMetrics(metrics.registry)).split('\n').filter((line) => line.includes(name))

test('observeRequest adds the duration to a histogram by method, route and status', async () => {
  const metrics = createMetrics()
  metrics.observeRequest('GET', '/a/:id', 200, 0.005)
  metrics.observeRequest('GET', '/a/:id', 200, 3)
  metrics.observeRequest('POST', '/a', 500, 20)
  const lines = await findLines(metrics, 'http_request_duration_seconds')
  const labels = 'worker="0",method="GET",route="/a/:id",status="200"'
  const counts = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10].map(
    (le) => `http_request_duration_seconds_bucket{le="${le}",${labels}} ${le < 0.005 ? 0 : le < 3 ? 1 : 2}`,
  )
  expect(lines.slice(0, 2)).toEqual([
    '# HELP http_request_duration_seconds Duration of HTTP requests by method, route pattern and status',
    '# TYPE http_request_duration_seconds histogram',
  ])
  expect(lines.filter((line) => line.includes(labels))).toEqual([
    ...counts,
    `http_request_duration_seconds_bucket{le="+Inf",${labels}} 2`,
    `http_request_duration_seconds_sum{${labels}} 3.005`,
    `http_request_duration_seconds_count{${labels}} 2`,
  ])
  expect(lines.at(-1)).toBe('http_request_duration_seconds_count{worker="0",method="POST",route="/a",status="500"} 1')
})

test('observeJob adds the duration to a histogram by job and result, and records the time of the last success', async () => {
  const metrics = createMetrics()
  const startedAtSeconds = Date.now() / 1000
  metrics.observeJob('publish', false, 1)
  expect((await findLines(metrics, 'job_last_success')).filter((line) => !line.startsWith('#'))).toEqual([])
  metrics.observeJob('publish', true, 2)
  const counts = (await findLines(metrics, 'job_duration_seconds')).filter((line) => /_(sum|count)\{/.test(line))
  expect(counts).toEqual([
    'job_duration_seconds_sum{worker="0",job="publish",result="failed"} 1',
    'job_duration_seconds_count{worker="0",job="publish",result="failed"} 1',
    'job_duration_seconds_sum{worker="0",job="publish",result="done"} 2',
    'job_duration_seconds_count{worker="0",job="publish",result="done"} 1',
  ])
  const lines = await findLines(metrics, 'job_last_success_timestamp_seconds{')
  const [, timestampSeconds] = /^job_last_success_timestamp_seconds\{job="publish",worker="0"\} ([\d.]+)$/.exec(lines[0] ?? '') ?? []
  expect(Number(timestampSeconds)).toBeGreaterThanOrEqual(startedAtSeconds)
  expect(Number(timestampSeconds)).toBeLessThanOrEqual(Date.now() / 1000)
})

test('addCounter and addGauge register metrics that are read at each collection', async () => {
  const metrics = createMetrics()
  let counts: [string, string, number][] = [
    ['a', 'x', 1],
    ['b', 'y', 2],
  ]
  let sizes: [string, number][] | undefined = [['a', 7]]
  metrics.addCounter('things_total', 'Things', ['kind', 'colour'], () => counts)
  metrics.addGauge('size', 'How large', ['kind'], () => sizes ?? [])
  metrics.addGauge('plain', 'Without labels', [], async () => [[5]])
  const collect = async () => [
    ...(await findLines(metrics, 'things_total{')),
    ...(await findLines(metrics, 'size{')),
    ...(await findLines(metrics, 'plain{')),
  ]
  expect(await collect()).toEqual([
    'things_total{kind="a",colour="x",worker="0"} 1',
    'things_total{kind="b",colour="y",worker="0"} 2',
    'size{kind="a",worker="0"} 7',
    'plain{worker="0"} 5',
  ])
  counts = [['b', 'y', 3]]
  sizes = undefined
  expect(await collect()).toEqual(['things_total{kind="b",colour="y",worker="0"} 3', 'plain{worker="0"} 5'])
})

test('collectMetrics omits a gauge whose read function throws or rejects', async () => {
  const metrics = createMetrics()
  let shouldFail = false
  metrics.addGauge('odd', 'Odd', ['kind'], () => {
    if (shouldFail) throw new Error('broken')
    return [['a', 1]]
  })
  metrics.addGauge('odder', 'Odder', [], async () => Promise.reject(new Error('broken')))
  expect(await findLines(metrics, 'odd{')).toEqual(['odd{kind="a",worker="0"} 1'])
  shouldFail = true
  expect([...(await findLines(metrics, 'odd{')), ...(await findLines(metrics, 'odder{'))]).toEqual([])
  expect((await findLines(metrics, 'process_cpu_seconds_total{worker="0"}')).length).toBe(1)
})
