/** Draws repeatable samples: with `TEST_SEED=123` in the environment, the sample is the same, also in a single test. */
import { chooseSeed } from '#tests/support/test-seed.ts'

import { createHash } from 'node:crypto'

export function createSampler(seed = chooseSeed('TEST_SEED')) {
  /** @returns true for one in `n` keys, on average */
  const draws = (n: number, key: string): boolean => createHash('sha256').update(`${seed} ${key}`).digest().readUInt32BE(0) < 2 ** 32 / n
  return { seed, draws }
}
