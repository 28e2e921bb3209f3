/** Tests how the car finder says what a car needs to have, and what it has. */
import { expect, test } from 'vitest'
import { createWording } from '#wording/wording.ts'
import { formatWishResult } from './format-wish.ts'

const wording = createWording({ language: 'en-GB', symbol: '£' })

test('a winter range that fits states its reserve, and one that does not what is missing', () => {
  const drive = { wish: 'drive', wanted: 230, unit: 'miles' } as const
  expect(formatWishResult({ ...drive, verdict: 'meets', value: 232.5 }, wording)).toBe(
    'Winter range: about 232\u00a0miles, 2\u00a0miles more than you need',
  )
  expect(formatWishResult({ ...drive, verdict: 'misses', value: 228.75 }, wording)).toBe(
    'Winter range: about 228\u00a0miles, 2\u00a0miles short',
  )
})

test('a winter range that is too short in frost says so', () => {
  const drive = { wish: 'drive', wanted: 190, unit: 'miles', verdict: 'meets', value: 196.5 } as const
  // 262 official miles: × 0.75 = 196.5, × 0.65 = 170.3.
  expect(formatWishResult(drive, wording, 0.65 / 0.75)).toBe(
    'Winter range: about 196\u00a0miles, 6\u00a0miles more than you need; on a motorway in frost about 170\u00a0miles, too little',
  )
  expect(formatWishResult({ ...drive, wanted: 120 }, wording, 0.65 / 0.75)).not.toContain('frost')
})
