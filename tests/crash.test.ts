/** The process may be ended at any moment: whatever was acknowledged is there afterwards. */
import { afterAll, expect, test } from 'vitest'
import { openSite } from '#db/open-site.ts'
import { openSqlite } from '#db/sqlite.ts'
import { isNightly } from './support/run-mode.ts'
import { removeData, startServer } from './support/running-server.ts'

const ROUNDS = isNightly ? 10 : 3
const WRITERS = 4
let dataDir: string | undefined
afterAll(() => {
  if (dataDir) removeData(dataDir)
})

test('kill -9 during writes loses no acknowledged row, and the folder opens again', async () => {
  const acknowledged: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startServer({ CONTENT: 'empty', TRUST_PROXY: 'true', ...(dataDir ? { DATA_DIR: dataDir } : {}) })
    dataDir = server.dataDir
    const before = acknowledged.length
    const writers = Array.from({ length: WRITERS }, (_, writer) => writeUntilItDies(server.url, `${round}-${writer}`, acknowledged))
    while (acknowledged.length < before + 20) await new Promise((resolve) => setTimeout(resolve, 2))
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 60))
    await server.kill()
    await Promise.all(writers)
  }
  const engine = openSqlite(dataDir ?? '')
  const db = await openSite(engine, 'main')
  const rows = await db.selectFrom('topics').select('title').execute()
  const kept = new Set(rows.map(({ title }) => title))
  await db.destroy()
  await engine.close()
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * 20)
  expect(acknowledged.filter((title) => !kept.has(title))).toEqual([])
})

async function writeUntilItDies(url: string, name: string, acknowledged: string[]): Promise<void> {
  for (let at = 0; ; at++) {
    const title = `Topic ${name}-${at}`
    try {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.2.${at >> 8}.${at & 255}` }
      const response = await fetch(`${url}/api/forums`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ title, content: 'Words', categoryId: 1 }),
      })
      if (response.status === 201) acknowledged.push(title)
      else if (response.status !== 429) throw new Error(`Answered ${response.status}`)
    } catch (fault) {
      if (fault instanceof Error && fault.message.startsWith('Answered')) throw fault
      return
    }
  }
}
