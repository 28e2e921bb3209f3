import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every requirement that a test cites is in docs/requirements.md', () => {
  const listed = new Set([...readFileSync('docs/requirements.md', 'utf8').matchAll(/^- \*\*([A-Z-]+-\d+)\*\*/gm)].map(([, id]) => id))
  const areas = [...new Set([...listed].map((id = '') => id.replace(/-\d+$/, '')))].join('|')
  const cited = globSync(['src/**/*.test.{ts,tsx}', 'tests/**/*.{test,spec}.ts']).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(new RegExp(`\\b(?:${areas})-\\d{2}\\b`, 'g'))].map(([id]) => id),
  )
  expect(cited.length).toBeGreaterThan(100)
  expect(cited.filter((id) => !listed.has(id))).toEqual([])
})
