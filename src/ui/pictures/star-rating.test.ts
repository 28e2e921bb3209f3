import { expect, test } from 'vitest'
import { AVATAR_COLOUR_COUNT, getAvatarColour, getInitials } from './initials.ts'
import { listPageNumbers } from '#ui/lists/page-numbers.ts'
import { formatRating, roundToHalf } from './rating.ts'
import { createStarPaths } from './star-paths.ts'

test.each([
  [0, 0],
  [0.24, 0],
  [0.25, 0.5],
  [4.2, 4],
  [4.25, 4.5],
  [4.74, 4.5],
  [4.75, 5],
  [5, 5],
  [7, 5],
  [-1, 0],
  [Number.NaN, 0],
])('PROD-18 roundToHalf rounds %d to %d stars', (value, expected) => {
  expect(roundToHalf(value)).toBe(expected)
})

test('formatRating returns a rating with one decimal', () => {
  expect(formatRating(4)).toBe('4.0')
  expect(formatRating(4.46)).toBe('4.5')
})

test('createStarPaths draws one outline per star', () => {
  expect(createStarPaths(0, 5).match(/M/g)).toHaveLength(5)
  expect(createStarPaths(4, 4)).toBe('')
})

test('USER-20 getInitials returns the first two letters of a name in capitals', () => {
  expect(getInitials('Priya Nair')).toBe('PR')
  expect(getInitials('élan')).toBe('ÉL')
  expect(getInitials('J Smith')).toBe('JS')
  expect(getInitials('x')).toBe('X')
})

test('USER-21 getInitials returns ?? for a missing name or a name without letters', () => {
  for (const name of [null, undefined, '', '   ', '—']) expect(getInitials(name)).toBe('??')
})

test('USER-22 CONST-18 getAvatarColour returns one of eight colours, always the same for an id', () => {
  expect(AVATAR_COLOUR_COUNT).toBe(8)
  expect(new Set(Array.from({ length: 100 }, (_, id) => getAvatarColour(id))).size).toBe(8)
  for (const id of [0, 7, 8, -3, 123456, 'hannah', '']) {
    expect(getAvatarColour(id)).toBe(getAvatarColour(id))
    expect(getAvatarColour(id)).toBeGreaterThanOrEqual(0)
    expect(getAvatarColour(id)).toBeLessThan(8)
  }
})

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 9, [1, 2, null, 9]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [9, 9, [1, null, 8, 9]],
])('listPageNumbers for page %i of %i returns %j', (page, pages, expected) => {
  expect(listPageNumbers(page, pages)).toEqual(expected)
})
