/** Runs Lighthouse on an emulated phone against the production build. The scores are the median of five runs per page, after a warm-up. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import lighthouse from 'lighthouse'
import { findChromium } from '#tests/support/chromium.ts'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { checkMetric, median } from './statistics.ts'

const PAGES = {
  home: '/',
  'article list': '/articles',
  article: '/articles/winter-range',
  'product list': '/products',
  product: '/products/hearthstone-keep-10',
  topic: '/forum/1',
  category: '/category/solar-panels',
}
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]
const RUNS_PER_PAGE = 5
const READY_WITHIN_MS = 20_000

/** Emulates Lighthouse's default phone, on which the CPU is four times slower. */
export const benchLighthouse = (): Promise<void> => auditAll('phone', 4, 98)
/** Emulates a phone that is five times slower than the default one. */
export const benchSlowPhone = (): Promise<void> => auditAll('slow phone', 20, 95)

async function auditAll(phone: string, slowdown: number, targetPerformance: number): Promise<void> {
  // Lighthouse penalises pages without https, except on localhost.
  const server = await startServer({ LOG_LEVEL: 'error' })
  const browser = await startBrowser()
  try {
    for (const [name, path] of Object.entries(PAGES)) {
      const url = server.url.replace('127.0.0.1', 'localhost') + path
      await fetch(url)
      const results: Awaited<ReturnType<typeof audit>>[] = []
      for (let run = 0; run < RUNS_PER_PAGE; run++) results.push(await audit(url, browser.port, slowdown))
      const getMedianScore = (category: Category) => median(results.map((result) => result.scores[category]))
      const blockedMsMedian = median(results.map(({ blockedMs }) => blockedMs))
      for (const category of CATEGORIES)
        checkMetric(
          `${phone}, ${name}, ${category}`,
          getMedianScore(category),
          { atLeast: category === 'performance' ? targetPerformance : 100 },
          { digits: 0, against: category === 'performance' ? `blocked ${blockedMsMedian.toFixed(0)} ms` : '' },
        )
      checkMetric(`${phone}, ${name}, layout shift`, median(results.map(({ shift }) => shift)), { atMost: 0.02 }, { digits: 3 })
      for (const failingAudit of new Set(results.flatMap(({ failing }) => failing))) console.log(`    ${failingAudit}`)
    }
  } finally {
    browser.stop()
    await server.stop()
    removeData(server.dataDir)
  }
}

async function audit(url: string, port: number, slowdown: number) {
  // These are Lighthouse's defaults for a slow network. All are listed, because omitted values would be 0.
  const throttling = {
    rttMs: 150,
    throughputKbps: 1638.4,
    requestLatencyMs: 562.5,
    downloadThroughputKbps: 1474.56,
    uploadThroughputKbps: 675,
    cpuSlowdownMultiplier: slowdown,
  }
  const runLighthouse = () => lighthouse(url, { port, output: 'json', logLevel: 'error', onlyCategories: [...CATEGORIES], throttling })
  let result = await runLighthouse()
  // The run is repeated after an error, because the trace may start too late on a busy machine.
  if (result?.lhr.runtimeError) result = await runLighthouse()
  if (!result || result.lhr.runtimeError) throw new Error(`Lighthouse: ${result?.lhr.runtimeError?.message ?? 'no result'}`)
  const { categories, audits } = result.lhr
  const scores = Object.fromEntries(CATEGORIES.map((name) => [name, Math.round((categories[name]?.score ?? 0) * 100)]))
  // Failing audits of performance are left out, because they vary between runs.
  const failingAudits = (['accessibility', 'best-practices', 'seo'] as const).flatMap((name) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && audits[id]?.score !== null && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${name}: ${audits[id]?.title ?? id}`),
  )
  const getNumericValue = (id: string) => audits[id]?.numericValue ?? Number.NaN
  return {
    scores: scores as Record<Category, number>,
    shift: getNumericValue('cumulative-layout-shift'),
    blockedMs: getNumericValue('total-blocking-time'),
    failing: failingAudits,
  }
}

/** Starts Chromium with an empty profile on a free port. @throws Error if it does not start in time */
async function startBrowser(): Promise<{ port: number; stop(): void }> {
  const { executablePath, env } = await findChromium()
  const profile = mkdtempSync(join(tmpdir(), 'bench-lighthouse-'))
  const sandboxArgs = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const quietArgs = [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  const args = [
    '--headless',
    ...sandboxArgs,
    ...quietArgs,
    '--disable-dev-shm-usage',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    'about:blank',
  ]
  const child = spawn(executablePath, args, { stdio: 'ignore', env: { ...process.env, ...env } })
  const stop = () => {
    child.once('exit', () => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }))
    child.kill()
  }
  for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await setTimeout(100)) {
    const port = Number(readIfExists(join(profile, 'DevToolsActivePort')).split('\n')[0])
    if (port) return { port, stop }
  }
  stop()
  throw new Error('Chromium did not start.')
}

function readIfExists(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
