import { plainWords } from './attack-corpus.ts'

/** CPU time that the work below takes on a current, idle machine. */
const WORK_MS = 40

/** Measures how many times slower this machine currently is. Tests multiply absolute time limits by this factor. @returns at least 1 */
export function measureSlowness(): number {
  const before = process.threadCpuUsage()
  for (let round = 0; round < 120; round++) JSON.parse(JSON.stringify(plainWords(20_000).split(' ')))
  const { user, system } = process.threadCpuUsage(before)
  return Math.max(1, (user + system) / 1000 / WORK_MS)
}
