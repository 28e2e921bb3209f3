/** A queue before processes that may fail, end or hang. */
import { afterEach, expect, test } from 'vitest'
import type { OddTask } from '#tests/support/failing-worker.ts'
import { PoolBusyError, WorkerPool, type WorkerPoolOptions } from './worker-pool.ts'

type Said = { said: string; pid: number }
const open: WorkerPool<OddTask, Said>[] = []
function makePool(given: Partial<WorkerPoolOptions> = {}): WorkerPool<OddTask, Said> {
  const script = new URL('../../../tests/support/failing-worker.ts', import.meta.url)
  const pool = new WorkerPool<OddTask, Said>({ script, size: 1, maxWaiting: 10, maxWaitMs: 60_000, taskTimeoutMs: 60_000, ...given })
  open.push(pool)
  return pool
}
afterEach(() => Promise.all(open.splice(0).map((pool) => pool.close())))

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('one process does them in turn', async () => {
  const pool = makePool()
  const answers = await Promise.all(['a', 'b', 'c'].map((say) => pool.run({ say })))
  expect(answers.map(({ said }) => said)).toEqual(['a', 'b', 'c'])
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1)
})

test('several work at once, as many as are allowed', async () => {
  const pool = makePool({ size: 2 })
  const answers = await Promise.all([1, 2, 3, 4].map(() => pool.run({ forMs: 100 })))
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(2)
})

test('a full queue refuses, and goes on', async () => {
  const pool = makePool({ maxWaiting: 1 })
  const [first, second, third] = [pool.run({ say: 'a' }), pool.run({ say: 'b' }), pool.run({ say: 'c' })]
  await expect(third).rejects.toThrow(PoolBusyError)
  expect([(await first).said, (await second).said]).toEqual(['a', 'b'])
})

test('who waits too long is told', async () => {
  const pool = makePool({ maxWaitMs: 20 })
  const long = pool.run({ forMs: 400 })
  await expect(pool.run({ say: 'late' })).rejects.toThrow(PoolBusyError)
  expect((await long).said).toBe('done')
})

test('a failure is that task’s alone; a process that ends is replaced', async () => {
  const pool = makePool()
  const tasks = [pool.run({ fail: 'no such drawing' }), pool.run({ exit: 3 }), pool.run({ say: 'after' })]
  const [failed, ended, after] = await Promise.allSettled(tasks)
  expect(String((failed as PromiseRejectedResult).reason)).toContain('no such drawing')
  expect(String((ended as PromiseRejectedResult).reason)).toContain('has ended')
  expect(after).toMatchObject({ value: { said: 'after' } })
})

test('what never comes back is ended', async () => {
  const pool = makePool({ taskTimeoutMs: 1500 })
  const [hanging, after] = await Promise.allSettled([pool.run({ hang: true }), pool.run({ say: 'after' })])
  expect([hanging.status, after.status]).toEqual(['rejected', 'fulfilled'])
})

test('closing finishes what has begun, refuses what waits, and leaves no process', async () => {
  const pool = makePool()
  const { pid } = await pool.run({ say: 'first' })
  const [begun, waiting] = [pool.run({ forMs: 100 }), pool.run({ say: 'never' })]
  const refusal = waiting.catch((error: unknown) => error)
  await pool.close()
  expect((await begun).said).toBe('done')
  expect(await refusal).toBeInstanceOf(PoolBusyError)
  await expect(pool.run({ say: 'too late' })).rejects.toThrow(PoolBusyError)
  await expect.poll(() => isRunning(pid)).toBe(false)
})

test('processes end when nothing comes', async () => {
  const pool = makePool({ idleMs: 20 })
  const { pid } = await pool.run({ say: 'once' })
  await expect.poll(() => isRunning(pid), { timeout: 60_000 }).toBe(false)
  expect((await pool.run({ say: 'again' })).said).toBe('again')
})
