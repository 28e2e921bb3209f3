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
