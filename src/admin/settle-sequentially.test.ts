import { expect, test } from 'vitest'
import { settleSequentially } from './settle-sequentially.ts'

test('settleSequentially continues after a failure and returns succeeded and failed items', async () => {
  const {
    done,
    doneItems,
    errors: faults,
    failedItems,
  } = await settleSequentially([1, 2, 3], async (number) => {
    if (number === 2) throw new Error('two')
    return number * 10
  })
  expect(done).toEqual([10, 30])
  expect(faults.map(({ message }) => message)).toEqual(['two'])
  expect(doneItems).toEqual([1, 3])
  expect(failedItems).toEqual([2])
})
