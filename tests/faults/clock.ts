/** Clock jumps, forward and back, while a server runs: with libfaketime, which intercepts the process's time calls only. */
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installPackages } from '#tests/support/debian.ts'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { MixedWrites } from './mixed-writes.ts'
import { readStored, toEnv, type FaultOptions, type FaultRow, type Scenario } from './scenario.ts'

const JUMPS = ['+2h', '-3d', '+40d', '-400d', '+0d']
const WRITES = 12
const READ = ['/', '/forum', '/articles', '/api/forums', '/api/session', '/readyz', '/feed.xml']

const findLibrary = (): string | undefined => globSync('/usr/lib/*/faketime/libfaketime.so.1')[0]

export const clock: Scenario[] = (['SQLite', 'PostgreSQL'] as const).map((engine) => ({
  name: 'the clock is set forward and back',
  engine,
  isLong: true,
  async run({ postgres }: FaultOptions): Promise<FaultRow> {
    const library = findLibrary() ?? (installPackages('libfaketime') ? findLibrary() : undefined)
    if (!library)
      return { engine, name: this.name, rounds: 0, acknowledged: 0, lost: 0, problems: [], note: 'skipped: libfaketime is not available' }
    const server = engine === 'PostgreSQL' ? postgres : undefined
    const folder = mkdtempSync(join(tmpdir(), 'clock-'))
    const file = join(folder, 'now')
    const set = (offset: string) => writeFileSync(file, `${offset}\n`)
    set('+0d')
    const faketime = { LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' }
    const running = await startServer({ CONTENT: 'demo', TRUST_PROXY: 'true', ...toEnv(server), ...faketime })
    const writes = new MixedWrites()
    const problems: string[] = []
    const writing = writes.start(() => running.url)
    for (const jump of JUMPS) {
      await writes.untilMore(WRITES)
      set(jump)
      await writes.untilMore(WRITES)
      if (jump !== '+0d' && !(await untilMoved(running.url))) problems.push(`the clock did not jump by ${jump}`)
      for (const path of READ) {
        const { status } = await fetch(running.url + path)
        if (status !== 200) problems.push(`${path} answers ${status} after ${jump}`)
      }
    }
    await writing.stop()
    await running.stop()
    const lost = await readStored(running.dataDir, server, (db) => writes.findLost(db))
    removeData(running.dataDir)
    rmSync(folder, { recursive: true })
    const wrong = [...writes.statuses.keys()].filter((status) => ![200, 201, 429].includes(status))
    problems.push(...lost.slice(0, 10).map((one) => `lost: ${one}`), ...wrong.map((status) => `answered ${status}`))
    return {
      engine,
      name: this.name,
      rounds: JUMPS.length,
      acknowledged: writes.acknowledged.length,
      lost: lost.length,
      problems,
      note: writes.describe(),
    }
  },
}))

/** Waits until the Date header, which Node updates once a second, has jumped. */
async function untilMoved(url: string): Promise<boolean> {
  for (const deadline = Date.now() + 10_000; Date.now() < deadline;) {
    const date = Date.parse((await fetch(`${url}/healthz`)).headers.get('date') ?? '')
    if (Math.abs(date - Date.now()) > 3_600_000) return true
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return false
}
