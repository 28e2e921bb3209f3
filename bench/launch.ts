/** Measures the launch of many tenant sites, and page requests to the last one, on SQLite and on a PostgreSQL server. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { printLine, checkMetric, median } from './statistics.ts'

const SITE_COUNT = 500
const REQUESTS_PER_SITE = 200

export const benchLaunch = (): Promise<void> => launchMany('SQLite', {}, 300)

/** Uses PostgreSQL's default durability, with which commits wait for the disk. */
export async function benchLaunchOnPostgres(): Promise<void> {
  const server = await startPostgres({ durable: true })
  try {
    await launchMany('PostgreSQL', { DATABASE_URL: server.url }, 1000)
  } finally {
    await server.stop()
  }
}

async function launchMany(engine: string, database: Record<string, string>, maxMs: number): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-launch-'))
  const server = await startServer({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    TRUST_PROXY: 'true',
    CONTENT: 'starter',
    HEALTH_DETAILS: 'true',
    ...database,
  })
  const port = new URL(server.url).port
  const launchDurations: number[] = []
  const hosts: string[] = []
  try {
    for (let index = 0; index < SITE_COUNT; index++) {
      const start = performance.now()
      const response = await fetch(`${server.url}/api/deployment`, {
        method: 'POST',
        // Each launch comes from another IP address, because launches are rate-limited.
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.5.${index >> 8}.${index & 255}` },
        body: JSON.stringify({ siteName: `Bench ${index}`, content: 'starter' }),
      })
      const body = (await response.json()) as { address?: string }
      if (response.status !== 201) throw new Error(`launch failed with ${response.status}: ${JSON.stringify(body)}`)
      launchDurations.push(performance.now() - start)
      hosts.push(new URL(body.address ?? '').hostname)
    }
    checkMetric(
      `${engine}, launch with starter content, the first 20, ms`,
      median(launchDurations.slice(0, 20)),
      { atMost: maxMs },
      { digits: 0 },
    )
    checkMetric(`${engine}, … with 480 to 500 sites present, ms`, median(launchDurations.slice(-20)), { atMost: maxMs }, { digits: 0 })
    const measurePage = async (host: string, path: string) => {
      const durations: number[] = []
      for (let index = 0; index < REQUESTS_PER_SITE; index++) {
        const start = performance.now()
        await (await fetch(`${server.url}${path}`, { headers: { 'x-forwarded-host': `${host}:${port}`, cookie: 'fresh=1' } })).arrayBuffer()
        durations.push(performance.now() - start)
      }
      return median(durations)
    }
    const [firstHost, lastHost] = [hosts[0] ?? '', hosts.at(-1) ?? '']
    await measurePage(lastHost, '/')
    const [firstMs, lastMs] = [await measurePage(firstHost, '/'), await measurePage(lastHost, '/')]
    printLine('home of the first site, uncached, ms', firstMs.toFixed(2))
    checkMetric(`${engine}, home of the 500th site, times the first's`, lastMs / firstMs, { atMost: 1.5 })
    const health = await fetch(`${server.url}/healthz`).then((response) => response.json() as Promise<{ memory?: number }>)
    if (health.memory) printLine('memory of the process with 500 sites, MB', health.memory.toFixed(0))
  } finally {
    await server.stop()
  }
  const start = performance.now()
  const restarted = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'error', CONTENT: 'starter', ...database })
  await fetch(`${restarted.url}/`)
  checkMetric(`${engine}, start to the first page with 500 sites present, ms`, performance.now() - start, { atMost: 1500 }, { digits: 0 })
  await restarted.stop()
  removeData(dataDir)
}
