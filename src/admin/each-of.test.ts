import { expect, test } from 'vitest'
import { eachOf } from './each-of.ts'

test('a failure does not keep the rest from its turn', async () => {
  const { done, faults } = await eachOf([1, 2, 3], async (number) => {
    if (number === 2) throw new Error('two')
    return number * 10
  })
  expect(done).toEqual([10, 30])
  expect(faults.map(({ message }) => message)).toEqual(['two'])
})
