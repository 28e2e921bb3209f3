/** Several workers behind one port. */
import { execFileSync } from 'node:child_process'
import { Agent, request } from 'node:http'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { testAtNight } from '#tests/support/at-night.ts'
import { startServerGroup, type ServerGroup } from '#tests/support/server-group.ts'

const SOON = { timeout: 200_000, interval: 20 }
const WORKERS = 3
const TOKEN = 'a-token-of-the-collectors-own-12345'

/** High enough for a slow machine, on which a worker may take long to stop. */
const STOP_WITHIN_SECONDS = '300'
const ENV = { WORKERS: String(WORKERS), CONTENT: 'empty', METRICS_TOKEN: TOKEN, STOP_WITHIN_SECONDS }

let group: ServerGroup
beforeAll(async () => void (group = await startServerGroup(inject('databaseUrl'), 1, ENV)))
afterAll(() => group.close())

const processId = () => group.servers[0]?.process.pid ?? 0
const output = () => group.servers[0]?.output() ?? ''
/** Counts the workers that serve: each has its connection for change notifications. */
const countListeners = async () =>
  (
    await group.sql<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'netzero changes'`,
    )
  )[0]?.n

/** Sends requests over keep-alive connections until `isOver`. @returns the count of each status or error message */
function askContinuously(isOver: () => boolean): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const { hostname, port } = new URL(group.servers[0]?.url ?? '')
  const one = async (agent: Agent, path: string) =>
    new Promise<string>((resolve) => {
      request({ hostname, port, path, agent }, (response) => {
        response.resume()
        response.once('end', () => resolve(String(response.statusCode)))
        response.once('error', ({ message }) => resolve(message))
      })
        .once('error', ({ message }) => resolve(message))
        .end()
    })
  const visitor = async (at: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let turn = 0; !isOver(); turn += 1) {
      const status = await one(agent, ['/', '/forum', '/api/products', `/articles?search=${turn}`][(at + turn) % 4] ?? '/')
      counts.set(status, (counts.get(status) ?? 0) + 1)
    }
    agent.destroy()
  }
  return Promise.all(Array.from({ length: 12 }, (_, at) => visitor(at))).then(() => counts)
}

test('all workers start, and one start message is printed', async () => {
  expect(output().match(/running on/g)).toHaveLength(1)
  expect(output()).toContain(`with ${WORKERS} workers`)
  expect(await countListeners()).toBe(WORKERS)
})

test('every worker returns the metrics of all workers', async () => {
  for (let turn = 0; turn < 6; turn += 1) await group.ask(0, '/forum')
  // A worker that is busy for longer than the collection timeout is missing from that response.
  await vi.waitFor(async () => {
    const { status, text } = await group.ask(0, '/metrics', { headers: { authorization: `Bearer ${TOKEN}` } })
    expect(status, text).toBe(200)
    const workers = new Set([...text.matchAll(/nodejs_version_info\{[^}]*worker="(\d+)"/g)].map(([, worker]) => worker))
    expect(workers.size).toBe(WORKERS)
  }, SOON)
})

testAtNight('no request fails while workers are replaced one by one', async () => {
  let isOver = false
  const asked = askContinuously(() => isOver)
  process.kill(processId(), 'SIGUSR2')
  await vi.waitFor(() => expect(output()).toContain('All workers have been replaced.'), { timeout: 100_000, interval: 50 })
  isOver = true
  const counts = await asked
  expect([...counts.keys()]).toEqual(['200'])
  expect(counts.get('200')).toBeGreaterThan(50)
  await vi.waitFor(async () => expect(await countListeners()).toBe(WORKERS), SOON)
})

test('a killed worker is replaced while the others serve', async () => {
  const before = output().length
  const workers = await vi.waitFor(async () => {
    const found = execFileSync('pgrep', ['-P', String(processId())])
      .toString()
      .trim()
      .split('\n')
      .map(Number)
    expect(found).toHaveLength(WORKERS)
    return found
  }, SOON)
  process.kill(workers[0] ?? 0, 'SIGKILL')
  await vi.waitFor(
    () =>
      expect(output().slice(before)).toMatch(
        new RegExp(`"workerPid":${workers[0]},"exitCode":null,"signal":"SIGKILL","msg":"worker exited, another is started"`),
      ),
    SOON,
  )
  for (let turn = 0; turn < 20; turn += 1) expect((await group.ask(0, '/')).status).toBe(200)
  await vi.waitFor(async () => expect(await countListeners()).toBe(WORKERS), SOON)
})

test('SIGTERM stops all workers in order, including one that is starting', async () => {
  const [worker] = execFileSync('pgrep', ['-P', String(processId())])
    .toString()
    .trim()
    .split('\n')
    .map(Number)
  const before = output().length
  process.kill(worker ?? 0, 'SIGKILL')
  await vi.waitFor(() => expect(output().slice(before)).toContain('another is started'), SOON)
  expect(await group.servers[0]?.stop()).toBe(0)
  // No worker had to be killed after STOP_WITHIN_SECONDS.
  expect(output().slice(before)).not.toContain('did not stop')
  expect(await countListeners()).toBe(0)
})
