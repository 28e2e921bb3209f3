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
])('PROD-18 %d stars are drawn as %d', (value, drawn) => {
  expect(roundToHalf(value)).toBe(drawn)
})

test('the figure beside the stars has one decimal', () => {
  expect(formatRating(4)).toBe('4.0')
  expect(formatRating(4.46)).toBe('4.5')
})

test('a row of stars has one outline for each', () => {
  expect(starPaths(0, 5).match(/M/g)).toHaveLength(5)
  expect(starPaths(4, 4)).toBe('')
})

test('USER-20 the avatar shows the first two letters in capitals', () => {
  expect(initialsOf('Priya Nair')).toBe('PR')
  expect(initialsOf('élan')).toBe('ÉL')
  expect(initialsOf('J Smith')).toBe('JS')
  expect(initialsOf('x')).toBe('X')
})

test('USER-21 without a name it shows ??', () => {
  for (const name of [null, undefined, '', '   ', '—']) expect(initialsOf(name)).toBe('??')
})

test('USER-22 CONST-18 its colour is one of eight, chosen by id, always the same', () => {
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
])('page %i of %i shows %j', (page, pages, shown) => {
  expect(pageNumbers(page, pages)).toEqual(shown)
})
