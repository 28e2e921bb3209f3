import { afterEach, expect, test } from 'vitest'
import type { OddTask } from '#tests/support/failing-worker.ts'
import { PoolBusyError, WorkerPool, type WorkerPoolOptions } from './worker-pool.ts'

type Result = { said: string; pid: number }
const openPools: WorkerPool<OddTask, Result>[] = []
function makePool(options: Partial<WorkerPoolOptions> = {}): WorkerPool<OddTask, Result> {
  const script = new URL('../../../tests/support/failing-worker.ts', import.meta.url)
  const pool = new WorkerPool<OddTask, Result>({ script, size: 1, maxWaiting: 10, maxWaitMs: 60_000, taskTimeoutMs: 60_000, ...options })
  openPools.push(pool)
  return pool
}
afterEach(() => Promise.all(openPools.splice(0).map((pool) => pool.close())))

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a pool of one process runs tasks one after the other', async () => {
  const pool = makePool()
  const results = await Promise.all(['a', 'b', 'c'].map((say) => pool.run({ say })))
  expect(results.map(({ said }) => said)).toEqual(['a', 'b', 'c'])
  expect(new Set(results.map(({ pid }) => pid)).size).toBe(1)
})

test('a pool of two processes runs two tasks concurrently', async () => {
  const pool = makePool({ size: 2 })
  const results = await Promise.all([1, 2, 3, 4].map(() => pool.run({ forMs: 100 })))
  expect(new Set(results.map(({ pid }) => pid)).size).toBe(2)
})

test('a pool rejects a task when its queue is full, and runs the others', async () => {
  const pool = makePool({ maxWaiting: 1 })
  const [first, second, third] = [pool.run({ say: 'a' }), pool.run({ say: 'b' }), pool.run({ say: 'c' })]
  await expect(third).rejects.toThrow(PoolBusyError)
  expect((await first).said).toBe('a')
  expect((await second).said).toBe('b')
})

test('a pool rejects a task that has waited longer than maxWaitMs', async () => {
  const pool = makePool({ maxWaitMs: 20 })
  const longTask = pool.run({ forMs: 400 })
  await expect(pool.run({ say: 'late' })).rejects.toThrow(PoolBusyError)
  expect((await longTask).said).toBe('done')
})

test('a pool runs further tasks after a task has failed and after a process has ended', async () => {
  const pool = makePool()
  const tasks = [pool.run({ fail: 'no such drawing' }), pool.run({ exit: 3 }), pool.run({ say: 'after' })]
  const [failed, ended, after] = await Promise.allSettled(tasks)
  expect(String((failed as PromiseRejectedResult).reason)).toContain('no such drawing')
  expect(String((ended as PromiseRejectedResult).reason)).toContain('has ended')
  expect(after).toMatchObject({ value: { said: 'after' } })
})

test('a pool kills the process of a task that exceeds its timeout, and runs the next task', async () => {
  const pool = makePool({ taskTimeoutMs: 1500 })
  const [hanging, after] = await Promise.allSettled([pool.run({ hang: true }), pool.run({ say: 'after' })])
  expect(hanging.status).toBe('rejected')
  expect(after.status).toBe('fulfilled')
})

test('close() finishes running tasks, rejects queued ones and ends the processes', async () => {
  const pool = makePool()
  const { pid } = await pool.run({ say: 'first' })
  const [begun, waiting] = [pool.run({ forMs: 100 }), pool.run({ say: 'never' })]
  const waitingError = waiting.catch((error: unknown) => error)
  await pool.close()
  expect((await begun).said).toBe('done')
  expect(await waitingError).toBeInstanceOf(PoolBusyError)
  await expect(pool.run({ say: 'too late' })).rejects.toThrow(PoolBusyError)
  await expect.poll(() => isRunning(pid)).toBe(false)
})

test('a pool ends idle processes and starts a new one for the next task', async () => {
  const pool = makePool({ idleMs: 20 })
  const { pid } = await pool.run({ say: 'once' })
  await expect.poll(() => isRunning(pid), { timeout: 60_000 }).toBe(false)
  expect((await pool.run({ say: 'again' })).said).toBe('again')
})
