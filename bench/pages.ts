/** Measures the CPU time of re-rendered pages with cached data, alternately with a raw server that sends the same bytes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { entriesOf } from '#platform/client/typed-entries.client.ts'
import { apiRoutes } from '#app/registry.ts'
import { openFilledSite } from '#app/sites/open-main-site.ts'
import { openSqlite } from '#db/sqlite/sqlite.ts'
import { indexRoutes, inProcessTransport } from '#platform/http/in-process-transport.ts'
import { createBuiltPages } from '#platform/pages/page-renderer.ts'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { printLine, checkMetric, median } from './statistics.ts'
import { measureCpuPerRequest, startRawServer, waitUntilIdle } from './load.ts'

const ROUNDS = 5
const UNCACHED_HEADERS = { cookie: 'fresh=1' }
const PAGES = {
  home: '/',
  articles: '/articles',
  products: '/products',
  forum: '/forum',
  article: '/articles/winter-range',
  product: '/products/hearthstone-keep-10',
  topic: '/forum/1',
}
/** Highest ratio for each page: lists are short of text, single pages have most of it. */
const MAX_TIMES: Record<keyof typeof PAGES, number> = {
  home: 60,
  articles: 45,
  products: 45,
  forum: 45,
  article: 65,
  product: 65,
  topic: 65,
}

export async function benchPages(): Promise<void> {
  const server = await startServer({ LOG_LEVEL: 'error' })
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const pid = server.process.pid ?? 0
  try {
    await waitUntilIdle(pid)
    for (const [name, path] of entriesOf(PAGES)) {
      const url = server.url + path
      await measureCpuPerRequest(pid, url, 600, UNCACHED_HEADERS)
      writeFileSync(join(folder, 'page.html'), await (await fetch(url, { headers: UNCACHED_HEADERS })).text())
      const rawServer = await startRawServer(join(folder, 'page.html'))
      await measureCpuPerRequest(rawServer.pid, rawServer.url, 3000, {})
      const [rawMs, pageMs]: [number[], number[]] = [[], []]
      for (let round = 0; round < ROUNDS; round++) {
        rawMs.push(await measureCpuPerRequest(rawServer.pid, rawServer.url, 3000, {}))
        pageMs.push(await measureCpuPerRequest(pid, url, 400, UNCACHED_HEADERS))
      }
      rawServer.stop()
      checkMetric(
        `${name} re-rendered, times raw node:http's CPU`,
        median(pageMs) / median(rawMs),
        { atMost: MAX_TIMES[name] },
        { digits: 0, against: `${median(pageMs).toFixed(2)} and ${median(rawMs).toFixed(3)} ms` },
      )
    }
    const compressedMs = median(
      await repeat(3, () => measureCpuPerRequest(pid, server.url, 400, { ...UNCACHED_HEADERS, 'accept-encoding': 'br' })),
    )
    printLine('home rendered and compressed, ms of CPU', compressedMs.toFixed(2))
    printLine('home rendered, its data read from the database', (await measureUncachedRenderCpuMs()).toFixed(2), 'in one process, uncached')
  } finally {
    await server.stop()
    removeData(server.dataDir)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Measures the CPU time in milliseconds of rendering the home page and running all its queries, in this process and without HTTP. */
async function measureUncachedRenderCpuMs(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const engine = openSqlite(folder)
  const site = await openFilledSite(engine, 'main', { content: 'demo', dataDir: folder })
  const pages = createBuiltPages(join(import.meta.dirname, '..'))
  const bundle = await pages.load()
  const log = { info() {}, warn() {}, error() {} }
  const transport = inProcessTransport(indexRoutes(apiRoutes), { site, db: site.db, viewer: null, log })
  const render = async (runCount: number) => {
    const cpuBefore = process.cpuUsage()
    for (let index = 0; index < runCount; index++) await bundle.renderPage({ url: 'http://localhost/', transport }, pages.assets())
    const { user, system } = process.cpuUsage(cpuBefore)
    return (user + system) / 1000 / runCount
  }
  await render(500)
  const samples = await repeat(3, () => render(400))
  await site.db.destroy()
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
  return median(samples)
}

async function repeat<T>(runCount: number, run: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let index = 0; index < runCount; index++) results.push(await run())
  return results
}
