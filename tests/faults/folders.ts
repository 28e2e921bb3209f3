/** Problems with the data folder on SQLite: disk full, read-only, or in use by another process. */
import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeData, startServer, type RunningServer } from '#tests/support/running-server.ts'
import { newCaller } from './mixed-writes.ts'
import type { FaultRow, Scenario } from './scenario.ts'

const engine = 'SQLite' as const
const SHORT_ROUNDS = 1
const LONG_ROUNDS = 5
const NOT_ROOT = 'skipped: mounting a disk requires root'
/** The storage probe checks the disk at most every five seconds. */
const WITHIN_MS = 60_000

/** Runs `work` on a small tmpfs, which only root can mount. @returns `undefined` when it cannot be mounted */
async function onSmallDisk<T>(work: (folder: string) => Promise<T>): Promise<T | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    rmdirSync(folder)
    return undefined
  }
  try {
    return await work(folder)
  } finally {
    execFileSync('umount', [folder])
    rmdirSync(folder)
  }
}

async function post(url: string, title: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': newCaller() }
  // Random words, as repeated text waits for approval.
  const content = Array.from({ length: 1000 }, () => Math.random().toString(36).slice(2)).join(' ')
  const body = JSON.stringify({ title, content, categoryId: 1 })
  return fetch(`${url}/api/forums`, { method: 'POST', headers, body })
}
const titlesIn = async (url: string): Promise<Set<string>> => {
  const titles = new Set<string>()
  for (let page = 1; ; page++) {
    const list = (await (await fetch(`${url}/api/forums?perPage=100&page=${page}`)).json()) as { title: string }[]
    list.forEach(({ title }) => titles.add(title))
    if (list.length < 100) return titles
  }
}

async function untilReady(url: string, status: number): Promise<boolean> {
  for (const deadline = Date.now() + WITHIN_MS; Date.now() < deadline;) {
    if ((await fetch(`${url}/readyz`)).status === status) return true
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return false
}

/** Fills the disk, except for `leave` bytes. */
function fillDisk(folder: string, leave: number): void {
  const { bavail, bsize } = statfsSync(folder)
  appendFileSync(join(folder, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - leave), 1))
}

const fullDisk: Scenario = {
  name: 'disk full, then space freed',
  engine,
  isLong: true,
  async run({ isShort }): Promise<FaultRow> {
    const rounds = isShort ? SHORT_ROUNDS : LONG_ROUNDS
    const acknowledged: string[] = []
    const problems: string[] = []
    let lost: string[] = []
    const check = (isTrue: boolean, problem: string) => void (isTrue || problems.push(problem))
    const isTried = await onSmallDisk(async (folder) => {
      const env = { DATA_DIR: join(folder, 'data'), CONTENT: 'empty', TRUST_PROXY: 'true' }
      let server: RunningServer = await startServer(env)
      for (let round = 0; round < rounds; round++) {
        fillDisk(folder, 1_500_000)
        let refused: Response | undefined
        for (let n = 0; n < 90 && !refused; n++) {
          const title = `Topic ${round}-${n}`
          const response = await post(server.url, title)
          if (response.status === 201) acknowledged.push(title)
          else refused = response
        }
        const error = refused ? ((await refused.json()) as { code: string; message: string }) : undefined
        check(refused?.status === 507 && refused.headers.get('retry-after') === '60', `a full disk answers ${refused?.status}`)
        check(error?.code === 'storage.full' && error.message.includes('nothing was saved'), `the message is: ${error?.message}`)
        fillDisk(folder, 0)
        check(await untilReady(server.url, 503), '/readyz does not report the full disk')
        check(server.output().includes('disk full'), 'the full disk is not logged')
        for (const path of ['/healthz', '/forum', '/search?q=heat', '/api/search?q=topic'])
          check((await fetch(server.url + path)).status === 200, `${path} cannot be read`)
        rmSync(join(folder, 'filler'))
        check(await untilReady(server.url, 200), '/readyz does not report the freed space')
        const title = `After the recovery ${round}`
        check((await post(server.url, title)).status === 201, 'nothing can be saved after the recovery')
        acknowledged.push(title)
        await server.kill()
        server = await startServer(env)
      }
      const there = await titlesIn(server.url)
      lost = acknowledged.filter((title) => !there.has(title))
      await server.kill()
      // A start on a full disk reports that, and not another process.
      fillDisk(folder, 0)
      const started = await startServer({ ...env, DATA_DIR: join(folder, 'new') }).catch((error: unknown) => String(error))
      check(
        typeof started === 'string' && started.includes('No disk space left for DATA_DIR'),
        `a start on a full disk reports: ${String(started)}`,
      )
      return true
    })
    problems.push(...lost.map((title) => `lost: ${title}`))
    if (!isTried) return { engine, name: this.name, rounds: 0, acknowledged: 0, lost: 0, problems, note: NOT_ROOT }
    return { engine, name: this.name, rounds, acknowledged: acknowledged.length, lost: lost.length, problems }
  },
}

const readOnlyFolder: Scenario = {
  name: 'read-only folder',
  engine,
  isLong: true,
  async run(): Promise<FaultRow> {
    const problems: string[] = []
    const isTried = await onSmallDisk(async (folder) => {
      const env = { DATA_DIR: join(folder, 'data'), CONTENT: 'empty', TRUST_PROXY: 'true' }
      const server = await startServer(env)
      await post(server.url, 'Before')
      await server.stop()
      execFileSync('mount', ['-o', 'remount,ro', folder])
      const started = await startServer(env).catch((error: unknown) => String(error))
      if (typeof started !== 'string') await started.kill()
      if (typeof started !== 'string' || !/DATA_DIR \(.*\) is not writable\. It must be a folder/.test(started))
        problems.push(`a start reports: ${String(started)}`)
      execFileSync('mount', ['-o', 'remount,rw', folder])
      const again = await startServer(env)
      if (!(await titlesIn(again.url)).has('Before')) problems.push('lost: Before')
      await again.kill()
      return true
    })
    if (!isTried) return { engine, name: this.name, rounds: 0, acknowledged: 0, lost: 0, problems, note: NOT_ROOT }
    return { engine, name: this.name, rounds: 1, acknowledged: 1, lost: problems.filter((one) => one.startsWith('lost')).length, problems }
  },
}

const twoProcesses: Scenario = {
  name: 'two processes on one folder',
  engine,
  isLong: true,
  async run(): Promise<FaultRow> {
    const problems: string[] = []
    const first = await startServer({ CONTENT: 'empty', TRUST_PROXY: 'true' })
    await post(first.url, 'Before')
    const second = await startServer({ DATA_DIR: first.dataDir }).catch((error: unknown) => String(error))
    if (typeof second !== 'string') await second.kill()
    if (!String(second).includes('Another process is using the data folder')) problems.push(`the second reports: ${String(second)}`)
    if ((await post(first.url, 'After')).status !== 201) problems.push('the first cannot write any more')
    // A killed process leaves no lock.
    await first.kill()
    const third = await startServer({ DATA_DIR: first.dataDir })
    const there = await titlesIn(third.url)
    const lost = ['Before', 'After'].filter((title) => !there.has(title))
    await third.stop()
    removeData(first.dataDir)
    return {
      engine,
      name: this.name,
      rounds: 1,
      acknowledged: 2,
      lost: lost.length,
      problems: [...problems, ...lost.map((one) => `lost: ${one}`)],
    }
  },
}

export const folders: Scenario[] = [fullDisk, readOnlyFolder, twoProcesses]
