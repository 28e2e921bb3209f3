/** Each write is made with its first statement failing, then its second, and so on: it must fail as a whole, and succeed afterwards. */
// Daily on PostgreSQL too: a transaction that is left open, or a statement outside of it, differs between the engines.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StoredState } from '#tests/fuzz/stored-state.ts'
import { isNightly } from '#tests/support/run-mode.ts'
import { WRITE_CALLS } from './all-calls.ts'
import { COUNTERS, findToleration } from './atomic-exceptions.ts'
import { failingStatements, isRead, withFailingStatement } from './failing-statements.ts'
import { createSampler } from './sampler.ts'
import { listStoredFiles } from './stored-files.ts'
import { openWorld, type World } from './world.ts'

let world: World
let stored: StoredState
beforeAll(async () => {
  world = await openWorld({ plugin: failingStatements })
  stored = new StoredState(world.site)
})
afterAll(() => world.close())

const sampler = createSampler()
/** By day one in so many of the reads between the first and the last statement. */
const READS_PER_DRAW = isNightly ? 1 : 4

const listChanges = async () => (await stored.findChanged()).filter((table) => !(table in COUNTERS))

/** @returns the positions of the statements that fail, one after the other */
const chooseStatements = (statements: readonly string[]): number[] =>
  statements.flatMap((statement, index) => {
    const isEnd = index === 0 || index === statements.length - 1
    return isEnd || !isRead(statement) || sampler.draws(READS_PER_DRAW) ? [index + 1] : []
  })

test.each(WRITE_CALLS)(`$title leaves nothing behind when one of its statements fails (seed ${sampler.seed})`, async (call) => {
  const recorded = await world.prepare(call)
  const { reply: success, statements } = await withFailingStatement(0, recorded.send)
  expect(success.status, success.text).toBeLessThan(300)

  let prepared = await world.prepare(call)
  await stored.findChanged()
  const files = await listStoredFiles(world)
  const faults: string[] = []
  for (const failAt of chooseStatements(statements)) {
    const { reply, failed } = await withFailingStatement(failAt, prepared.send)
    if (!failed) break
    const changes = await listChanges()
    const isTolerated = findToleration(failed) !== undefined && reply.status < 300
    if (isTolerated) {
      // It was done but for this statement, so it is prepared again.
      prepared = await world.prepare(call)
      await stored.findChanged()
      continue
    }
    const left = (await listStoredFiles(world)).filter((file) => !files.includes(file))
    const what = `statement ${failAt} of ${statements.length} (${failed}): `
    if (reply.status < 500) faults.push(`${what}${reply.status} ${reply.text.slice(0, 200)}`)
    if (changes.length > 0) faults.push(`${what}changed ${changes.join(', ')}`)
    if (left.length > 0) faults.push(`${what}left ${left.join(', ')}`)
  }
  expect(faults).toEqual([])
  const again = await prepared.send()
  expect(again.status, again.text).toBeLessThan(300)
})
