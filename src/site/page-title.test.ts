import { expect, test } from 'vitest'
import { pageTitle, MAX_TITLE_LENGTH } from './page-title.ts'

const site = { name: 'Net Zero', tagline: 'Technologies & Reviews' }

test.each([
  [undefined, 'Net Zero Technologies & Reviews'],
  ['Products', 'Products | Net Zero Technologies & Reviews'],
  ['One roof, twelve months, 3,412 kWh', 'One roof, twelve months, 3,412 kWh | Net Zero'],
  ['Does a home battery pay if you have no solar panels?', 'Does a home battery pay if you have no solar panels? | Net Zero'],
  ['No driveway: five ways to charge from a terrace or a flat', 'No driveway: five ways to charge from a terrace or a flat'],
])('pageTitle(%j) returns %j', (title, expected) => {
  expect(pageTitle(title, site)).toBe(expected)
  expect(expected.length).toBeLessThanOrEqual(MAX_TITLE_LENGTH)
})

test('pageTitle does not truncate long titles', () => {
  const longTitle = 'Selling the house: which papers does the buyer’s solicitor want for the battery?'
  expect(pageTitle(longTitle, site)).toBe(longTitle)
})

test('pageTitle omits taglines that are empty or too long', () => {
  expect(pageTitle(undefined, { name: 'Green Street', tagline: 'Guides, Reviews, Forum & a great many other things besides' })).toBe(
    'Green Street',
  )
  expect(pageTitle('About', { name: 'Green Street', tagline: '' })).toBe('About | Green Street')
})
