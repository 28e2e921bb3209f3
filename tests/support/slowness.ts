import { plainWords } from './attack-corpus.ts'

/** What a machine of today that has nothing else to do takes for the work below. */
const WORK_MS = 40

/** How many times longer this machine takes just now: milliseconds that are no ratio are stretched by it. At least 1. */
export function measureSlowness(): number {
  const before = process.threadCpuUsage()
  for (let round = 0; round < 120; round++) JSON.parse(JSON.stringify(plainWords(20_000).split(' ')))
  const { user, system } = process.threadCpuUsage(before)
  return Math.max(1, (user + system) / 1000 / WORK_MS)
}
