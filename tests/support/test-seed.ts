/** The seed of tests that draw a sample. */
import { isNightly } from './run-mode.ts'

/**
 * @param variable of the environment, which repeats a sample
 * @returns by day the date, so that a failure is seen again when the test is run again; by night a random number
 */
export function chooseSeed(variable: string): number {
  const given = process.env[variable]
  if (given !== undefined) return Number(given)
  return isNightly ? Math.trunc(Math.random() * 1_000_000) : Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))
}

/** Mulberry32: the same numbers for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
