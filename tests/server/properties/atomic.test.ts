/** Each write is made with its first statement failing, then its second, and so on: it must fail as a whole, and succeed afterwards. */
// Daily on PostgreSQL too: a transaction that is left open, or a statement outside of it, differs between the engines.
import { isDeepStrictEqual as isEqual } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { StoredState } from '#tests/fuzz/stored-state.ts'
import { isNightly } from '#tests/support/run-mode.ts'
import { WRITE_CALLS } from './all-calls.ts'
import { COUNTERS, findException, findToleratedWrite, hasRule, isRemovedLater } from './atomic-exceptions.ts'
import { wholeSiteCalls } from './calls/content.calls.ts'
import { countCommits, failingStatements, isRead, withFailingStatement } from './failing-statements.ts'
import { createSampler } from './sampler.ts'
import { listStoredFiles } from './stored-files.ts'
import { openWorld, type World } from './world.ts'
import type { WriteCall } from './write-call.ts'

let world: World
let stored: StoredState
beforeAll(async () => {
  world = await openWorld({ plugin: failingStatements })
  stored = new StoredState(world.site)
})
afterAll(async () => {
  stopCountingCommits()
  await world.close()
})

const stopCountingCommits = countCommits()
const sampler = createSampler()
const UNKNOWN_STATEMENTS: readonly string[] = Array<string>(200).fill('…')
/** By day one in so many of the reads between the first and the last statement. */
const READS_PER_DRAW = isNightly ? 1 : 4

const COUNTER_WRITE = 'insert sign_in_failures'
const listChanges = async () => (await stored.findChanged()).filter((table) => !(table in COUNTERS))

/** @returns the positions of the statements that fail, one after the other */
const chooseStatements = ({ title }: WriteCall, statements: readonly string[]): number[] =>
  statements.flatMap((statement, index) => {
    const isEnd = index === 0 || index === statements.length - 1
    return isEnd || !isRead(statement) || sampler.draws(READS_PER_DRAW, `${title} ${index}`) ? [index + 1] : []
  })

/** By day PostgreSQL runs one in so many of the calls; SQLite runs all. */
const CALLS_PER_DRAW = isNightly || !inject('databaseUrl') ? 1 : 4
const CALLS = WRITE_CALLS.filter(({ title }) => sampler.draws(CALLS_PER_DRAW, title))

test.each(CALLS)('$title leaves nothing behind when one of its statements fails', async (call) => {
  // Those that change the whole site succeed once, so their statements are not known beforehand.
  const isKnown = !wholeSiteCalls.includes(call)
  const recorded = isKnown ? await record(call) : { statements: UNKNOWN_STATEMENTS, changes: [] }
  const findings = await findViolations(call, recorded, { isThorough: !isKnown })
  // Again, to name the statement that each finding belongs to.
  const named = isKnown && findings.length > 0 ? await findViolations(call, recorded, { isThorough: true }) : []
  expect([...findings, ...named], `Again with TEST_SEED=${sampler.seed}`).toEqual([])
})

interface Recorded {
  statements: readonly string[]
  /** The tables that the call changes. */
  changes: readonly string[]
}

/** @param isThorough looks for changes after each statement, not only after the last */
async function findViolations(call: WriteCall, recorded: Recorded, { isThorough }: { isThorough: boolean }): Promise<string[]> {
  const { statements } = recorded
  const findings: string[] = []
  let prepared = await prepare(call)
  const findLeft = async (what: string) => {
    const changes = await listChanges()
    if (changes.length > 0) findings.push(`${what}changed ${changes.join(', ')}`)
    const left = (await listStoredFiles(world)).filter((file) => !isRemovedLater(file) && !prepared.files.includes(file))
    if (left.length > 0) findings.push(`${what}left ${left.join(', ')}`)
  }
  for (const failAt of chooseStatements(call, statements)) {
    if (hasRule(call, statements[failAt - 1])) await findLeft('an earlier statement: ')
    const { reply, failed } = await withFailingStatement(failAt, prepared.send)
    const isDone = reply.status < 300
    if (!failed && wholeSiteCalls.includes(call)) {
      if (!isDone) findings.push(`${reply.status} ${reply.text}`)
      return findings
    }
    const what = `statement ${failAt} of ${statements.length} (${failed}): `
    const toleration = isDone ? findToleratedWrite(call, failed) : undefined
    if (toleration) {
      const changes = await listChanges()
      if (!toleration.isStatistic && !isEqual(changes, recorded.changes)) findings.push(`${what}changed only ${changes.join(', ')}`)
    } else if (failed && !findException(call, failed)) {
      if (reply.status < 500) findings.push(`${what}${reply.status} ${reply.text.slice(0, 200)}`)
      if (reply.headers['set-cookie']) findings.push(`${what}sets a cookie`)
      if (isThorough) await findLeft(what)
    }
    // Attempts that failed here must not keep the next one waiting.
    if (statements.includes(COUNTER_WRITE)) await world.db.deleteFrom('sign_in_failures').execute()
    if (isDone || findException(call, failed)) prepared = await prepare(call)
  }
  await findLeft('a statement: ')
  const again = await prepared.send()
  if (again.status >= 300) findings.push(`afterwards ${again.status} ${again.text}`)
  return findings
}

async function prepare(call: WriteCall) {
  const prepared = await world.prepare(call)
  await stored.findChanged()
  return { ...prepared, files: await listStoredFiles(world) }
}

/** @returns what the call sends to the database, and which tables it changes */
async function record(call: WriteCall): Promise<Recorded> {
  const { send } = await prepare(call)
  const { reply, statements } = await withFailingStatement(0, send)
  expect(reply.status, reply.text).toBeLessThan(300)
  return { statements, changes: await listChanges() }
}
