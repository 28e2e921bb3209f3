import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { BADGE_RULES } from './badges.policy.ts'
import { POINT_TABLE } from './points.policy.ts'

test('the about page publishes the points and the badges as they are given', async () => {
  const about = await readFile('content/about.md', 'utf8')
  for (const { what, points } of POINT_TABLE) expect(about).toContain(`| ${what} | ${String(points).replace('-', '−')} |`)
  for (const { name, earnedBy } of BADGE_RULES) expect(about).toContain(`| ${name} | ${earnedBy} |`)
})

test('every badge of the content folder has a rule, and every rule a badge', async () => {
  const badges = await readFile('content/badges.yaml', 'utf8')
  const names = [...badges.matchAll(/name: ([^,]+),/g)].map((found) => found[1] ?? '')
  expect(names.toSorted()).toEqual(BADGE_RULES.map(({ name }) => name).toSorted())
})
