/** The short form of `npm run test:attack`: a sample of each group, against a server on SQLite. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attack } from './attack.ts'
import { GROUPS } from './groups.ts'
import { startTarget, type OwnTarget } from './own-server.ts'

let target: OwnTarget
beforeAll(async () => {
  target = await startTarget({ isShort: true })
})
afterAll(() => target.close())

/** The slowest groups, whose rules have tests of their features by day; all run in attack.nightly.test.ts. */
const AT_NIGHT = new Set(['Accounts of others', 'Mail to one mailbox', 'Phishing relay', 'Forged mail and reports', 'Heavy texts'])
const daily = GROUPS.filter(({ name }) => !AT_NIGHT.has(name))

test('the groups excluded by day exist', () => {
  expect(GROUPS.length - daily.length).toBe(AT_NIGHT.size)
})

test.each(daily.map(({ name }) => name))('the server withstands: %s', async (only) => {
  const results = await attack(target, { engine: 'SQLite', only })
  expect(results.map(({ group }) => group)).toEqual([only])
  expect(results.flatMap(({ rows }) => rows.flatMap(({ problems }) => problems))).toEqual([])
  expect(results.flatMap(({ rows }) => rows.filter(({ tried }) => tried === 0))).toEqual([])
})
