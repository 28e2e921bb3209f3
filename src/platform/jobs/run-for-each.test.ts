/** Items of a job that have nothing to do with each other. */
import { expect, test } from 'vitest'
import { runForEach } from './jobs.ts'

test('a job with several items handles the others when one fails, and fails afterwards', async () => {
  const handled: number[] = []
  const work = async (item: number) => {
    if (item === 2) throw new Error('locked')
    handled.push(item)
  }
  await expect(runForEach([1, 2, 3], (item) => `item ${item}`, work)).rejects.toThrow('item 2: locked')
  expect(handled).toEqual([1, 3])
  await expect(runForEach([1, 3], String, work)).resolves.toBeUndefined()
})
