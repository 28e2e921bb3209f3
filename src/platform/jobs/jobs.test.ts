import { expect, test } from 'vitest'
import { earliestDue, runForEach, timeAfter } from './jobs.ts'

test('runForEach handles the other items after one has failed, and then throws', async () => {
  const handled: number[] = []
  const work = async (item: number) => {
    if (item === 2) throw new Error('locked')
    handled.push(item)
  }
  await expect(runForEach([1, 2, 3], (item) => `item ${item}`, work)).rejects.toThrow('item 2: locked')
  expect(handled).toEqual([1, 3])
  await expect(runForEach([1, 3], String, work)).resolves.toBeUndefined()
})

test('timeAfter and earliestDue pass null and undefined through', () => {
  expect(timeAfter('2026-11-24T12:00:00.000Z', 1500)).toBe('2026-11-24T12:00:01.500Z')
  expect(timeAfter(null, 1)).toBeNull()
  expect(timeAfter(undefined, 1)).toBeUndefined()
  expect(earliestDue('2026-11-25', null, '2026-11-24', undefined)).toBe('2026-11-24')
  expect(earliestDue(null, undefined)).toBeUndefined()
})
