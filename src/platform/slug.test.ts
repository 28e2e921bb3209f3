import { expect, test } from 'vitest'
import { toSlug } from './slug.client.ts'

test('ADM-ART-17 ADM-PROD-12 a name becomes an address', () => {
  expect(toSlug('EV Chargers: A Guide!')).toBe('ev-chargers-a-guide')
  expect(toSlug('  Zoë’s air–source / ground_source  pumps  ')).toBe('zoes-air-source-ground-source-pumps')
  expect(toSlug('Straße nach Ørsted')).toBe('strasse-nach-orsted')
  expect(toSlug('£9,500 & up')).toBe('9500-up')
  expect(toSlug('!!!')).toBe('')
  expect(toSlug('a '.repeat(200))).toMatch(/^[a-z-]{1,119}a$/)
})
