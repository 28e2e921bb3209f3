import { expect, test } from 'vitest'
import { toSlug } from './slug.client.ts'

test('ADM-ART-17 ADM-PROD-12 toSlug transliterates names and returns slugs without leading and trailing hyphens', () => {
  expect(toSlug('EV Chargers: A Guide!')).toBe('ev-chargers-a-guide')
  expect(toSlug('  Zoë’s air–source / ground_source  pumps  ')).toBe('zoes-air-source-ground-source-pumps')
  expect(toSlug('Straße nach Ørsted')).toBe('strasse-nach-orsted')
  expect(toSlug('Straßen Café Köln')).toBe('strassen-cafe-koeln')
  expect(toSlug('Ko\u0308ln')).toBe('koeln')
  expect(toSlug('Блог о тепле')).toBe('blog-o-teple')
  expect(toSlug('ελληνικά Łódź Þór İstanbul')).toBe('ellinika-lodz-thor-istanbul')
  expect(toSlug("O'Brien's — ‘heat’")).toBe('obriens-heat')
  expect(toSlug('日本')).toBe('')
  expect(toSlug('-a b- ', 2)).toBe('a')
  expect(toSlug('£9,500 & up')).toBe('9500-up')
  expect(toSlug('!!!')).toBe('')
  expect(toSlug('a '.repeat(200))).toMatch(/^[a-z-]{1,119}a$/)
})
