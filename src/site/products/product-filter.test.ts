import { expect, test } from 'vitest'
import { paths } from '#site/paths.ts'
import { parseProductFilter } from './product-filter.ts'

const parseSpecs = (query: string) => parseProductFilter(new URLSearchParams(query)).specs

test('parseProductFilter parses the limits of the spec ranges as numbers', () => {
  expect(parseSpecs('category=electric-vehicles&range_min=200&range_max=300.5&boot_min=0')).toEqual({
    range: { min: 200, max: 300.5 },
    boot: { min: 0, max: undefined },
  })
})

test.each([
  'range_min=200',
  'category=solar-panels&range_min=200',
  'category=electric-vehicles&range_min=',
  'category=electric-vehicles&range_min=far',
  'category=electric-vehicles&range_min=0x10',
  'category=electric-vehicles&range_min=1e5',
  'category=electric-vehicles&range_min=Infinity',
  'category=electric-vehicles&range_min=9999999999999',
  'category=electric-vehicles&range=5&constructor_min=5&__proto___min=5',
])('parseProductFilter returns no spec ranges for %s', (query) => {
  expect(parseSpecs(query)).toBeUndefined()
})

test('paths.products returns the URL that parseProductFilter has parsed', () => {
  const url = '/products?category=electric-vehicles&sort=name&page=2&range_min=200&range_max=300'
  expect(paths.products(parseProductFilter(new URL(url, 'http://site').searchParams))).toBe(url)
})
