/** Prometheus metrics: access, names, and that no label contains what a visitor entered. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createBackupJob } from '#features/backups/scheduled-backup.service.ts'
import { queueMail } from '#features/mail/mail.service.ts'
import type { Installation } from '#platform/contract/context.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { askSocket } from '#tests/support/socket.ts'
import { buildTestApp, openTestSites, type TestSites } from '#tests/support/test-site.ts'
import type { BuiltApp } from '#app/build-app.ts'

const TOKEN = 'a-token-of-the-tests'
const onServer = Boolean(inject('databaseUrl') as string | undefined)
let opened: TestSites
let built: BuiltApp
let port: number
const ran: string[] = []
beforeAll(async () => {
  opened = await openTestSites({ content: 'demo' })
  await queueMail({ db: opened.main.db }, { to: 'ada@example.org', subject: 'A letter', body: 'Words' })
  const job = (name: string, work: () => Promise<void>) => ({ name, everySeconds: 3600, run: work })
  built = await buildTestApp({
    sites: singleSiteDirectory(opened.main),
    pages: true,
    watch: { metricsToken: TOKEN, slowQueryMs: 0 },
    connectionUse: opened.engine.connectionUse,
    jobs: [
      job('good work', async () => void ran.push('good')),
      job('bad work', async () => {
        ran.push('bad')
        throw new Error('no')
      }),
    ],
  })
  await built.app.listen({ port: 0, host: '127.0.0.1' })
  port = (built.app.server.address() as AddressInfo).port
  await vi.waitUntil(() => ran.length === 2, 60_000)
})
afterAll(async () => {
  await built.app.close()
  await opened.close()
})

const ask = (path: string, headers: Record<string, string> = {}) => askSocket(port, 'localhost', path, { headers })
async function collect(): Promise<string> {
  const { status, text } = await ask('/metrics', { authorization: `Bearer ${TOKEN}` })
  expect(status).toBe(200)
  return text
}
/** Sorts the labels of a line, which come in any order. */
const sorted = (line: string) => line.replace(/\{(.*)\}/, (_, labels: string) => `{${labels.split(',').toSorted().join()}}`)
/** Returns the value of the line with this name and labels. */
function valueOf(text: string, line: string): number | undefined {
  const found = text.split('\n').find((one) => sorted(one).startsWith(`${sorted(line)} `))
  return found === undefined ? undefined : Number(found.split(' ').at(-1))
}

describe('the metrics endpoint', () => {
  test('requires the token and allows no caching', async () => {
    for (const authorization of ['', 'Bearer', 'Bearer a-token', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`]) {
      const refused = await ask('/metrics', authorization ? { authorization } : {})
      expect(refused.status, authorization).toBe(401)
      expect(refused.headers['www-authenticate'], authorization).toBe('Bearer')
      expect(refused.text).not.toContain('process_')
    }
    const { headers } = await ask('/metrics', { authorization: `Bearer ${TOKEN}` })
    expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(headers['cache-control']).toBe('no-store')
  })
  test('accepts the IP address as host', async () => {
    const response = await askSocket(port, '127.0.0.1', '/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
    expect(response.status).toBe(200)
  })
})

test('without a token /metrics returns the same 404 as any unknown path', async () => {
  const { app } = await buildTestApp({ sites: singleSiteDirectory(opened.main), pages: true })
  const [one, other] = await Promise.all(['/metrics', '/metricz'].map((url) => app.inject({ url, headers: { host: 'localhost' } })))
  expect(one?.statusCode).toBe(404)
  expect(one?.body.replaceAll('metrics', 'metricz')).toBe(other?.body)
  await app.close()
})

test('requests are counted by route pattern, never by URL', async () => {
  const before = await collect()
  const count = (text: string, route: string, status: number) =>
    valueOf(text, `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}",worker="0"}`) ?? 0
  for (const path of ['/api/articles/moth-one', '/api/articles/moth-two?moth=1', '/articles/moth', '/moth/moth', '/api/moth'])
    await ask(path)
  const after = await collect()
  const more = (route: string, status = 404) => count(after, route, status) - count(before, route, status)
  expect(more('/api/articles/:slug')).toBe(2)
  expect(more('/articles/:slug')).toBe(1)
  expect(more('/*')).toBe(1)
  expect(more('/api/*')).toBe(1)
  expect(after).not.toContain('moth')
  expect(count(after, '/metrics', 200)).toBeGreaterThan(0)
})

test('cache hits and misses are counted, including hits before routing', async () => {
  const before = await collect()
  // The first request renders the page; the others hit the cache.
  for (let n = 0; n < 4; n++) await ask('/about')
  const after = await collect()
  const more = (cache: string, result: string) => {
    const line = `cache_requests_total{cache="${cache}",result="${result}",worker="0"}`
    return (valueOf(after, line) ?? 0) - (valueOf(before, line) ?? 0)
  }
  expect(more('responses', 'miss')).toBe(1)
  expect(more('unrouted', 'hit')).toBe(3)
  expect(valueOf(after, 'cache_bytes{cache="responses",worker="0"}')).toBeGreaterThan(1000)
})

test('reports jobs, mails, sites, the process and database connections', async () => {
  const text = await collect()
  expect(valueOf(text, 'job_duration_seconds_count{job="good work",result="done",worker="0"}')).toBe(1)
  expect(valueOf(text, 'job_duration_seconds_count{job="bad work",result="failed",worker="0"}')).toBe(1)
  expect(Date.now() / 1000 - (valueOf(text, 'job_last_success_timestamp_seconds{job="good work",worker="0"}') ?? 0)).toBeLessThan(120)
  expect(text).not.toContain('job_last_success_timestamp_seconds{job="bad work"')
  expect(valueOf(text, 'jobs{state="running",worker="0"}')).toBe(0)
  expect(valueOf(text, 'sites{state="main",worker="0"}')).toBe(1)
  expect(valueOf(text, 'mails{state="failed",worker="0"}')).toBe(0)
  expect(valueOf(text, 'mail_budget{worker="0"}')).toBe(0)
  expect(valueOf(text, 'mail_budget_used{sites="main",worker="0"}')).toBe(0)
  expect(valueOf(text, 'mail_budget_used{sites="copies",worker="0"}')).toBe(0)
  const queued = (state: string) => valueOf(text, `queued_jobs{state="${state}",worker="0"}`)
  expect(queued('waiting')).toBe(1)
  expect(queued('running')).toBe(0)
  expect(queued('failed')).toBe(0)
  expect(valueOf(text, 'queued_jobs_oldest_seconds{worker="0"}')).toBeGreaterThan(0)
  expect(valueOf(text, 'queued_jobs_here{worker="0"}')).toBe(0)
  expect(valueOf(text, 'nodejs_eventloop_lag_p99_seconds{worker="0"}')).toBeGreaterThanOrEqual(0)
  expect(valueOf(text, 'postgres_connections{state="total",worker="0"}') !== undefined).toBe(onServer)
})

test('a failed scheduled backup counts as failed, and the last successful one keeps its time and size', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'backup-metrics-'))
  writeFileSync(join(folder, 'file'), '')
  await opened.main.db
    .insertInto('backups')
    .values({ started_at: '2026-01-02T00:00:00.000Z', finished_at: '2026-01-02T00:01:00.000Z', file: 'good.zip', bytes: 1234, error: null })
    .execute()
  const plan = { folder: join(folder, 'file'), everyHours: 24, keep: 1, save: () => Promise.resolve() }
  const directory = { ...singleSiteDirectory(opened.main), installationFor: () => ({}) as Installation }
  const other = await buildTestApp({ sites: directory, watch: { metricsToken: TOKEN, slowQueryMs: 0 }, jobs: [createBackupJob(plan)] })
  const read = async () =>
    (await other.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}`, host: 'localhost' } })).body
  await vi.waitUntil(async () => (await read()).includes('result="failed"'), { timeout: 60_000, interval: 20 })
  const text = await read()
  expect(valueOf(text, 'job_duration_seconds_count{job="scheduled backup",result="failed",worker="0"}')).toBe(1)
  expect(text).not.toContain('job="scheduled backup",result="done"')
  expect(text).not.toContain('job_last_success_timestamp_seconds{job="scheduled backup"')
  expect(valueOf(text, 'backup_last_success_timestamp_seconds{worker="0"}')).toBe(Date.parse('2026-01-02T00:01:00.000Z') / 1000)
  expect(valueOf(text, 'backup_last_size_bytes{worker="0"}')).toBe(1234)
  expect(await collect()).toContain('backup_last_size_bytes')
  await other.app.close()
  rmSync(folder, { recursive: true })
})

test('every worker reports the metrics of all workers', async () => {
  const script = join(import.meta.dirname, '../../support/metrics-cluster.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script], { timeout: 60_000 })
  const responses = JSON.parse(stdout) as string[]
  expect(responses).toHaveLength(3)
  for (const text of responses)
    for (const worker of ['1', '2', '3']) expect(valueOf(text, `tried_total{by="${worker}",worker="${worker}"}`)).toBe(Number(worker))
})
