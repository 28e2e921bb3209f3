import { plainWords } from './attack-corpus.ts'

/** CPU time of the work below on a current, idle machine. */
const WORK_MS = 40

/** Measures how much slower this machine is at the moment, at least 1: absolute time limits of tests are multiplied by it. */
export function measureSlowness(): number {
  const before = process.threadCpuUsage()
  for (let round = 0; round < 120; round++) JSON.parse(JSON.stringify(plainWords(20_000).split(' ')))
  const { user, system } = process.threadCpuUsage(before)
  return Math.max(1, (user + system) / 1000 / WORK_MS)
}
