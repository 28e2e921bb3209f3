import { expect, test } from 'vitest'
import { Semaphore } from './semaphore.ts'

test('a semaphore frees its place after a task has failed', async () => {
  const places = new Semaphore(1)
  const failing = places.run(() => Promise.reject(new Error('broken')))
  const next = places.run(async () => 'next')
  expect(places.waiting).toBe(1)
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('next')
  expect(places.waiting).toBe(0)
  expect(await places.run(async () => 'last')).toBe('last')
})
