/** A read goes on when its statistics cannot be written. */
import { expect, test } from 'vitest'
import type { Log } from '#platform/contract/context.ts'
import { writeStatistics } from './statistics.ts'

const logged: [string, object, string][] = []
const log: Log = {
  info: (about: object, message: string) => void logged.push(['info', about, message]),
  warn: (about: object, message: string) => void logged.push(['warn', about, message]),
  error: (about: object, message: string) => void logged.push(['error', about, message]),
}

test('waits for the write, and logs an error instead of throwing it', async () => {
  let isWritten = false
  await writeStatistics(log, 'searches', async () => {
    await Promise.resolve()
    isWritten = true
  })
  expect([isWritten, logged]).toEqual([true, []])
  const readOnly = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' })
  await writeStatistics(log, 'searches', () => Promise.reject(readOnly))
  const wrong = new TypeError('wrong')
  await writeStatistics(log, 'searches', () => Promise.reject(wrong))
  expect(logged).toEqual([
    ['warn', { statistics: 'searches', reason: 'the database is read-only: nothing can be saved' }, 'statistics not written'],
    ['error', { statistics: 'searches', err: wrong }, 'statistics not written'],
  ])
})

test('does not wait for a write that is held up', async () => {
  await expect(writeStatistics(log, 'searches', () => new Promise(() => {}))).resolves.toBeUndefined()
})
