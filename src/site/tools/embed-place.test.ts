import { describe, expect, test } from 'vitest'
import { applyPlace, fillPlace } from './embed-place.ts'

const presets = { area: '45', degreeDays: '2000' }

describe('applyPlace', () => {
  test('removes the preset degree-days once there is a postcode', () => {
    expect(applyPlace({ ...presets, postcode: 'LS6' }, presets, true)).toEqual({ area: '45', postcode: 'LS6' })
  })
  test('preserves degree-days that the visitor has changed or cleared', () => {
    expect(applyPlace({ area: '45', degreeDays: '2500', postcode: 'LS6' }, presets, true)).toEqual({
      area: '45',
      degreeDays: '2500',
      postcode: 'LS6',
    })
    expect(applyPlace({ area: '45' }, presets, true)).toEqual({ area: '45' })
  })
  test('restores the preset degree-days when the postcode is cleared', () => {
    expect(applyPlace({ area: '45' }, presets, false)).toEqual(presets)
  })
  test('changes no inputs of an article without preset degree-days', () => {
    expect(applyPlace({ region: '6', postcode: 'LS6' }, { region: '6' }, false)).toEqual({ region: '6', postcode: 'LS6' })
  })
})

test('fillPlace uses the postcode of a saved home only where the article presets degree-days', () => {
  expect(fillPlace(presets, 'AB1')).toEqual({ area: '45', postcode: 'AB1' })
  expect(fillPlace(presets, undefined)).toBeUndefined()
  expect(fillPlace({ region: '6' }, 'AB1')).toBeUndefined()
})
