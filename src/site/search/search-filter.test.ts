import { expect, test } from 'vitest'
import { parseSearchFilter } from './search-filter.ts'

const parse = (address: string) => parseSearchFilter(new URLSearchParams(address))

test('reads words, kind, category and page', () => {
  expect(parse('q=++heat+pump+&kind=article&category=home-efficiency&page=3')).toEqual({
    q: 'heat pump',
    kind: 'article',
    category: 'home-efficiency',
    page: 3,
  })
})

test('what cannot be read counts as not given', () => {
  for (const address of [
    '',
    'q=&kind=&page=1',
    'kind=<b>&category=A+B&page=0',
    'page=-2',
    'page=1.5',
    'page=1e9',
    `kind=${'a'.repeat(41)}`,
  ])
    expect(parse(address)).toEqual({ q: '', exact: undefined, kind: undefined, category: undefined, page: undefined })
})

test('words are no longer than the search takes', () => {
  expect(parse(`q=${'a'.repeat(300)}`).q).toHaveLength(100)
})
