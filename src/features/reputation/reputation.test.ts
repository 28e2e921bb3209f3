import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { BADGE_RULES } from './badges.policy.ts'
import { POINT_TABLE } from './points.policy.ts'

test('the about page states the points and badge conditions of the policies', async () => {
  const about = await readFile('content/about.md', 'utf8')
  for (const { what, points } of POINT_TABLE) expect(about).toContain(`| ${what} | ${String(points).replace('-', '−')} |`)
  for (const { name, earnedBy } of BADGE_RULES) expect(about).toContain(`| ${name} | ${earnedBy} |`)
})

test('content/badges.yaml and BADGE_RULES list the same badges', async () => {
  const badges = await readFile('content/badges.yaml', 'utf8')
  const names = [...badges.matchAll(/name: ([^,]+),/g)].map((match) => match[1] ?? '')
  expect(names.toSorted()).toEqual(BADGE_RULES.map(({ name }) => name).toSorted())
})
