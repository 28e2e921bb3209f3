import { expect, test } from 'vitest'
import type { Log } from '#platform/contract/context.ts'
import { writeStatistics } from './statistics.ts'

const logged: [string, object, string][] = []
const log: Log = {
  info: (fields: object, message: string) => void logged.push(['info', fields, message]),
  warn: (fields: object, message: string) => void logged.push(['warn', fields, message]),
  error: (fields: object, message: string) => void logged.push(['error', fields, message]),
}

test('writeStatistics waits for the write and logs errors instead of throwing them', async () => {
  let isWritten = false
  await writeStatistics(log, 'searches', async () => {
    await Promise.resolve()
    isWritten = true
  })
  expect(isWritten).toBe(true)
  expect(logged).toEqual([])
  const readOnly = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' })
  await writeStatistics(log, 'searches', () => Promise.reject(readOnly))
  const error = new TypeError('wrong')
  await writeStatistics(log, 'searches', () => Promise.reject(error))
  expect(logged).toEqual([
    ['warn', { statistics: 'searches', reason: 'database read-only: writes fail' }, 'statistics not written'],
    ['error', { statistics: 'searches', err: error }, 'statistics not written'],
  ])
})

test('writeStatistics stops waiting for a slow write', async () => {
  await expect(writeStatistics(log, 'searches', () => new Promise(() => {}))).resolves.toBeUndefined()
})
