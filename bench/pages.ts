/** Pages from the cache and without it, beside a raw server that sends the same bytes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiRoutes } from '#app/registry.ts'
import { openFilledSite } from '#app/open-main-site.ts'
import { openSqlite } from '#db/sqlite.ts'
import { indexRoutes, inProcessTransport } from '#platform/api-server.ts'
import { createBuiltPages } from '#platform/page-renderer.ts'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { formatLine, median } from './statistics.ts'
import { cpuPerRequest, requestsPerSecond, startRaw } from './load.ts'

const ROUNDS = 5
const UNCACHED = { cookie: 'fresh=1' }
const PAGES = {
  home: '/',
  articles: '/articles',
  products: '/products',
  forum: '/forum',
  article: '/articles/winter-range',
  product: '/products/hearthstone-keep-10',
}

export async function benchPages(): Promise<void> {
  const server = await startServer({ LOG_LEVEL: 'error' })
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const pid = server.process.pid ?? 0
  try {
    const html = await (await fetch(server.url)).text()
    writeFileSync(join(folder, 'home.html'), html)
    const raw = await startRaw(join(folder, 'home.html'))

    const ratios: number[] = []
    const rates: number[][] = []
    for (let round = 0; round < ROUNDS; round++) {
      const [ours, theirs] = [await requestsPerSecond(server.url), await requestsPerSecond(raw.url)]
      ratios.push(ours / theirs)
      rates.push([ours, theirs])
    }
    const [ours, theirs] = [median(rates.map(([one]) => one ?? 0)), median(rates.map(([, two]) => two ?? 0))]
    formatLine(
      'home from the cache, requests/s',
      ours.toFixed(0),
      `raw node:http ${theirs.toFixed(0)}; ratio ${median(ratios).toFixed(2)} (at least 0.85)`,
    )

    const rawCpu = median(await repeat(3, () => cpuPerRequest(raw.pid, raw.url, 3000, {})))
    for (const [name, path] of Object.entries(PAGES)) {
      await cpuPerRequest(pid, server.url + path, 600, UNCACHED)
      const cpu = median(await repeat(3, () => cpuPerRequest(pid, server.url + path, 400, UNCACHED)))
      const most = name === 'home' ? '2.0' : '2.5'
      formatLine(
        `${name} rendered, its data in memory, ms of CPU`,
        cpu.toFixed(2),
        `at most ${most}; raw node:http ${rawCpu.toFixed(3)}, ratio ${(cpu / rawCpu).toFixed(0)}`,
      )
    }
    const compressed = median(await repeat(3, () => cpuPerRequest(pid, server.url, 400, { ...UNCACHED, 'accept-encoding': 'br' })))
    formatLine('home rendered and compressed, ms of CPU', compressed.toFixed(2))
    raw.stop()
    formatLine('home rendered, its data read from the database', (await readingCpu()).toFixed(2), 'in one process, nothing kept')
  } finally {
    await server.stop()
    removeData(server.dataDir)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The same page with every query run: milliseconds of CPU in this process, without HTTP. */
async function readingCpu(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const engine = openSqlite(folder)
  const site = await openFilledSite(engine, 'main', { content: 'demo', dataDir: folder })
  const pages = createBuiltPages(join(import.meta.dirname, '..'))
  const bundle = await pages.load()
  const log = { info() {}, warn() {}, error() {} }
  const transport = inProcessTransport(indexRoutes(apiRoutes), { site, db: site.db, viewer: null, log })
  const render = async (times: number) => {
    const before = process.cpuUsage()
    for (let at = 0; at < times; at++) await bundle.renderPage({ url: 'http://localhost/', transport }, pages.assets())
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000 / times
  }
  await render(500)
  const figures = await repeat(3, () => render(400))
  await site.db.destroy()
  await engine.close()
  rmSync(folder, { recursive: true, force: true })
  return median(figures)
}

async function repeat<T>(times: number, run: () => Promise<T>): Promise<T[]> {
  const results: T[] = []
  for (let at = 0; at < times; at++) results.push(await run())
  return results
}
