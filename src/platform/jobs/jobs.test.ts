import { expect, test } from 'vitest'
import { findEarliest, runForEach, addMs } from './jobs.ts'

test('runForEach handles all other items after one has failed, and then throws', async () => {
  const handled: number[] = []
  const work = async (item: number) => {
    if (item === 2) throw new Error('locked')
    handled.push(item)
  }
  await expect(runForEach([1, 2, 3], (item) => `item ${item}`, work)).rejects.toThrow('item 2: locked')
  expect(handled).toEqual([1, 3])
  await expect(runForEach([1, 3], String, work)).resolves.toBeUndefined()
})

test('addMs returns null and undefined unchanged, and findEarliest ignores them', () => {
  expect(addMs('2026-11-24T12:00:00.000Z', 1500)).toBe('2026-11-24T12:00:01.500Z')
  expect(addMs(null, 1)).toBeNull()
  expect(addMs(undefined, 1)).toBeUndefined()
  expect(findEarliest('2026-11-25', null, '2026-11-24', undefined)).toBe('2026-11-24')
  expect(findEarliest(null, undefined)).toBeUndefined()
})
