import { expect, test } from 'vitest'
import { paths } from '#site/paths.ts'
import { canonicalCompareUrl, parseComparison } from './compare-url.ts'

const parse = (query: string) => parseComparison(new URLSearchParams(query))

test.each([
  ['', [], false],
  ['p=', [], false],
  ['p=,%20,', [], false],
  ['p=a,b', ['a', 'b'], false],
  ['p=b,a', ['a', 'b'], false],
  ['p=a,%20b%20,a', ['a', 'b'], false],
  ['p=a,b,c,d,e', ['a', 'b', 'c', 'd'], true],
  ['p=e,d,c,b,a', ['b', 'c', 'd', 'e'], true],
  [`p=${'x'.repeat(201)},a`, ['a'], false],
])('parseComparison(%j): slugs are %j, isTruncated is %j', (query, slugs, isTruncated) => {
  expect(parse(query)).toEqual({ slugs, isTruncated, onlyDifferences: false, searchWords: '' })
})

test('parseComparison parses the differences switch and the search words', () => {
  expect(parse('p=a&differences=1&find=%20heat%20')).toMatchObject({ onlyDifferences: true, searchWords: 'heat' })
  expect(parse('p=a&differences=yes').onlyDifferences).toBe(false)
})

test('paths.compare sorts the slugs, does not encode commas and omits empty parameters', () => {
  expect(paths.compare()).toBe('/compare')
  expect(paths.compare(['b', 'a'])).toBe('/compare?p=a,b')
  expect(paths.compare(['a', 'b'], { differences: undefined, find: '' })).toBe('/compare?p=a,b')
  expect(paths.compare(['a', 'b'], { differences: 1, find: 'c,d' })).toBe('/compare?p=a,b&differences=1&find=c,d')
})

test.each([
  ['p=b,a', '/compare?p=a,b'],
  ['p=b,a&differences=1&find=heat%20pump', '/compare?p=a,b&differences=1&find=heat+pump'],
  ['p=a,a', '/compare?p=a'],
  ['p=,', '/compare'],
  ['p=a,b&differences=1', undefined],
  ['p=e,d,c,b,a', undefined],
  ['', undefined],
])('canonicalCompareUrl(%j) returns %j', (query, url) => expect(canonicalCompareUrl(new URLSearchParams(query))).toBe(url))
