/** The short form of `npm run test:attack`: a piece of each group, against a server on the embedded database. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attack } from './attack/attack.ts'
import { GROUPS } from './attack/groups.ts'
import { startTarget, type OwnTarget } from './attack/own-server.ts'

let target: OwnTarget
beforeAll(async () => {
  target = await startTarget({ isShort: true })
})
afterAll(() => target.close())

test.each(GROUPS.map(({ name }) => name))('%s', async (only) => {
  const results = await attack(target, { engine: 'SQLite', only })
  expect(results.map(({ group }) => group)).toEqual([only])
  expect(results.flatMap(({ rows }) => rows.flatMap(({ faults }) => faults))).toEqual([])
  expect(results.flatMap(({ rows }) => rows.filter(({ tried }) => tried === 0))).toEqual([])
})
