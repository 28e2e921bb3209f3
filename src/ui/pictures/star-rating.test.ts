import { expect, test } from 'vitest'
import { AVATAR_COLOURS, avatarColour, initialsOf } from './initials.ts'
import { pageNumbers } from '#ui/lists/page-numbers.ts'
import { formatRating, roundToHalf } from './rating.ts'
import { starPaths } from './star-paths.ts'

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

test('formatRating shows one decimal', () => {
  expect(formatRating(4)).toBe('4.0')
  expect(formatRating(4.46)).toBe('4.5')
})

test('starPaths draws one outline per star', () => {
  expect(starPaths(0, 5).match(/M/g)).toHaveLength(5)
  expect(starPaths(4, 4)).toBe('')
})

test('USER-20 initialsOf returns the first two letters in capitals', () => {
  expect(initialsOf('Priya Nair')).toBe('PR')
  expect(initialsOf('élan')).toBe('ÉL')
  expect(initialsOf('J Smith')).toBe('JS')
  expect(initialsOf('x')).toBe('X')
})

test('USER-21 initialsOf returns ?? without a name', () => {
  for (const name of [null, undefined, '', '   ', '—']) expect(initialsOf(name)).toBe('??')
})

test('USER-22 CONST-18 avatarColour is one of eight and stable for an id', () => {
  expect(AVATAR_COLOURS).toBe(8)
  expect(new Set(Array.from({ length: 100 }, (_, id) => avatarColour(id))).size).toBe(8)
  for (const id of [0, 7, 8, -3, 123456, 'hannah', '']) {
    expect(avatarColour(id)).toBe(avatarColour(id))
    expect(avatarColour(id)).toBeGreaterThanOrEqual(0)
    expect(avatarColour(id)).toBeLessThan(8)
  }
})

test.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 9, [1, 2, null, 9]],
  [5, 9, [1, null, 4, 5, 6, null, 9]],
  [9, 9, [1, null, 8, 9]],
])('pageNumbers of page %i of %i are %j', (page, pages, expected) => {
  expect(pageNumbers(page, pages)).toEqual(expected)
})
