import { expect, test } from 'vitest'
import { settleSequentially } from './settle-sequentially.ts'

test('settleSequentially continues after a failure and returns succeeded and failed items', async () => {
  const { results, succeededItems, errors, failedItems } = await settleSequentially([1, 2, 3], async (number) => {
    if (number === 2) throw new Error('two')
    return number * 10
  })
  expect(results).toEqual([10, 30])
  expect(errors.map(({ message }) => message)).toEqual(['two'])
  expect(succeededItems).toEqual([1, 3])
  expect(failedItems).toEqual([2])
})
