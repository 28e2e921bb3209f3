/** Each write is made with its first statement failing, then its second, and so on: it must fail as a whole, and succeed afterwards. */
// Daily on PostgreSQL too: a transaction that is left open, or a statement outside of it, differs between the engines.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StoredState } from '#tests/fuzz/stored-state.ts'
import { WRITE_CALLS } from './all-calls.ts'
import { failingStatements, withFailingStatement } from './failing-statements.ts'
import { listStoredFiles } from './stored-files.ts'
import { openWorld, type World } from './world.ts'

/** Counters, which are written whether or not the call succeeds, and before it is decided. */
const COUNTERS = new Set(['rate_limits', 'sign_in_failures', 'quota_counts', 'visits', 'daily_salts'])

let world: World
let stored: StoredState
beforeAll(async () => {
  world = await openWorld({ plugin: failingStatements })
  stored = new StoredState(world.site)
})
afterAll(() => world.close())

const listChanges = async () => (await stored.findChanged()).filter((table) => !COUNTERS.has(table))

test.each(WRITE_CALLS)('$title leaves nothing behind when one of its statements fails', async (call) => {
  const { send } = await world.prepare(call)
  await stored.findChanged()
  const files = await listStoredFiles(world)
  let failAt = 1
  for (; failAt < 300; failAt++) {
    const { reply, failed } = await withFailingStatement(failAt, send)
    if (!failed) {
      expect(reply.status, reply.text).toBeLessThan(300)
      break
    }
    const what = `statement ${failAt} (${failed.kind})`
    expect(reply.status, `${what}: ${reply.text}`).toBeGreaterThanOrEqual(500)
    expect(await listChanges(), what).toEqual([])
    expect(await listStoredFiles(world), what).toEqual(files)
  }
  expect(failAt).toBeGreaterThan(1)
})
