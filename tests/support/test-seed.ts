/** Chooses seeds for randomised tests. */
import { isNightly } from './run-mode.ts'

/**
 * @param variable environment variable that overrides the seed, to repeat a run
 * @returns the current date by day, so that a rerun reproduces a failure; a random number at night
 */
export function chooseSeed(variable: string): number {
  const configured = process.env[variable]
  if (configured !== undefined) return Number(configured)
  return isNightly ? Math.trunc(Math.random() * 1_000_000) : Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))
}

/** Creates a Mulberry32 pseudo-random generator, which returns the same numbers from 0 to 1 (exclusive) for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
