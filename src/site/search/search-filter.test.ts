import { expect, test } from 'vitest'
import { parseSearchFilter } from './search-filter.ts'

const parse = (query: string) => parseSearchFilter(new URLSearchParams(query))

test('parseSearchFilter parses words, kind, category and page', () => {
  expect(parse('q=++heat+pump+&kind=article&category=home-efficiency&page=3')).toEqual({
    q: 'heat pump',
    kind: 'article',
    category: 'home-efficiency',
    page: 3,
  })
})

test('parseSearchFilter ignores invalid values', () => {
  for (const query of ['', 'q=&kind=&page=1', 'kind=<b>&category=A+B&page=0', 'page=-2', 'page=1.5', 'page=1e9', `kind=${'a'.repeat(41)}`])
    expect(parse(query)).toEqual({ q: '', exact: undefined, kind: undefined, category: undefined, page: undefined })
})

test('parseSearchFilter truncates the words to 100 characters', () => {
  expect(parse(`q=${'a'.repeat(300)}`).q).toHaveLength(100)
})
