/** Draws a sample that can be repeated: `TEST_SEED=123` in the environment gives the same one. */
export function createSampler(seed = Number(process.env['TEST_SEED'] ?? Math.floor(Math.random() * 1_000_000))) {
  let state = seed
  return {
    seed,
    /** @returns true once in `n` times, on average */
    draws(n: number): boolean {
      // A linear congruential generator; its upper bits are good enough for a sample.
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32 < 1 / n
    },
  }
}
