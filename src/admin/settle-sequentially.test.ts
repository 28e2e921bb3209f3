import { expect, test } from 'vitest'
import { settleSequentially } from './settle-sequentially.ts'

test('a failure does not keep the rest from its turn', async () => {
  const { done, faults } = await settleSequentially([1, 2, 3], async (number) => {
    if (number === 2) throw new Error('two')
    return number * 10
  })
  expect(done).toEqual([10, 30])
  expect(faults.map(({ message }) => message)).toEqual(['two'])
})
