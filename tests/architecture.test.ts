/**
 * Architecture rules that the tools of `npm run check` cannot express; each test says why. Other rules are in dependency-cruiser.config.ts,
 * oxlint.config.ts, stylelint.config.ts and knip.config.ts. Each failure lists the violations.
 */
import { globSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { features } from '#app/features.ts'

const dependencies = new Map(features.map((feature) => [feature.name, feature.dependsOn]))
const files = globSync('src/**/*.{ts,tsx}').map((file) => normalize(file).replace(/^src\//, ''))
const source = (file: string) => readFileSync(join('src', file), 'utf8')
const layerOf = (file: string) => file.split('/')[0] ?? ''
const featureOf = (file: string) => (layerOf(file) === 'features' ? file.split('/')[1] : undefined)

test('the source files are found', () => {
  expect(files.length).toBeGreaterThan(100)
})

// dependency-cruiser compares imports with the declarations, but does not detect cycles between declarations.
test('feature dependencies are acyclic', () => {
  const reach = (name: string, seen: string[] = []): string[][] =>
    seen.includes(name)
      ? [[...seen.slice(seen.indexOf(name)), name]]
      : (dependencies.get(name) ?? []).flatMap((below) => reach(below, [...seen, name]))
  expect(features.flatMap(({ name }) => reach(name))).toEqual([])
  expect([...dependencies.values()].flat().filter((name) => !dependencies.has(name))).toEqual([])
})

/** Returns whether a word and its plural occur: `reply` and `replies`, `match` and `matches`, nothing and `s`. */
function hasPlural(one: string, other: string): boolean {
  const wordsOf = (text: string) => text.split(/[^a-z]+/i)
  const pluralsOf = (word: string) => [`${word}s`, `${word}es`, word.replace(/y$/, 'ies')]
  return wordsOf(one).some((word) => wordsOf(other).some((second) => second !== word && pluralsOf(word).includes(second)))
}

// An oxlint selector cannot compare two words.
test('plurals are formatted in src/wording, which knows the site’s language', () => {
  const choice = /(?:[!=]==?|>) 1\s*\?\s*(['"`])(.*?)\1\s*:\s*(['"`])(.*?)\3/gs
  const isPlural = (text: string) =>
    [...text.matchAll(choice)].some(([, , one = '', , other = '']) => hasPlural(one, other) || hasPlural(other, one))
  expect(
    ["=== 1 ? 'reply' : 'replies'", "!== 1 ? 's' : ''", "=== 1 ? '1 star' : `${n} stars`", "=== 1 ? 'All' : 'None'"].map(isPlural),
  ).toEqual([true, true, true, false])
  expect(files.filter((file) => layerOf(file) !== 'wording' && isPlural(source(file)))).toEqual([])
})

// Relates queries to the tests that call them, which no linter can.
test('queries whose SQL differs on PostgreSQL are tested there every day', () => {
  const differs = /\bsql(<[^`]*>)?`|\b(lockRow|forUpdate|isUniqueViolation|onConflict|findMatchingIds|isOneOf)\(/
  const affected = new Set(
    files.filter((file) => file.endsWith('.queries.ts') && differs.test(source(file))).map((file) => featureOf(file)),
  )
  const isDaily = (file: string) => file.endsWith('.pg.test.ts') || /^\/\/ Daily on PostgreSQL too: ./m.test(source(file))
  const daily = files.filter((file) => isDaily(file) && !file.includes('.nightly.'))
  // This test calls every writing endpoint.
  expect(readFileSync('tests/server/properties/atomic.test.ts', 'utf8')).toMatch(/^\/\/ Daily on PostgreSQL too: ./m)
  const called = new Set(
    files.filter((file) => file.endsWith('.contract.ts') && /\bendpoint\(/.test(source(file))).map((file) => featureOf(file)),
  )
  const isTested = (feature = '') =>
    called.has(feature) || daily.some((file) => featureOf(file) === feature || source(file).includes(`'#features/${feature}/`))
  expect([...affected].filter((feature) => !isTested(feature))).toEqual([])
  expect(affected.size).toBeGreaterThan(8)
})
