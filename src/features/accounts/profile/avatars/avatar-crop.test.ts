import { expect, test } from 'vitest'
import { centredCrop, clampCrop, cropSide, MAX_ZOOM, panCrop } from './avatar-crop.policy.ts'

const WIDE = { width: 900, height: 600 }

test('the first crop is the largest square in the centre of the picture', () => {
  const crop = centredCrop(WIDE)
  expect(crop).toEqual({ x: 450, y: 300, zoom: 1 })
  expect(cropSide(WIDE, crop.zoom)).toBe(600)
})

test('the square stays within the picture', () => {
  expect(clampCrop(WIDE, { x: -50, y: 2000, zoom: 1 })).toEqual({ x: 300, y: 300, zoom: 1 })
  expect(clampCrop(WIDE, { x: 900, y: 0, zoom: 2 })).toEqual({ x: 750, y: 150, zoom: 2 })
})

test('the zoom is limited', () => {
  expect(clampCrop(WIDE, { x: 450, y: 300, zoom: 0.2 }).zoom).toBe(1)
  expect(clampCrop(WIDE, { x: 450, y: 300, zoom: 99 }).zoom).toBe(MAX_ZOOM)
})

test('moving the picture to the right moves the square to the left', () => {
  expect(panCrop(WIDE, { x: 450, y: 300, zoom: 2 }, 0.5, 0)).toEqual({ x: 300, y: 300, zoom: 2 })
  expect(panCrop(WIDE, { x: 450, y: 300, zoom: 1 }, 0, 0.5)).toEqual({ x: 450, y: 300, zoom: 1 })
})
