import { expect, test } from 'vitest'
import { Semaphore } from './semaphore.ts'

test('a semaphore runs the next task after one has failed', async () => {
  const semaphore = new Semaphore(1)
  const failing = semaphore.run(() => Promise.reject(new Error('broken')))
  const next = semaphore.run(async () => 'next')
  expect(semaphore.waiting).toBe(1)
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('next')
  expect(semaphore.waiting).toBe(0)
  expect(await semaphore.run(async () => 'last')).toBe('last')
})
