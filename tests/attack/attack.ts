/** Runs the attack groups one after the other and measures the response time of `/healthz` meanwhile. */
import { GROUPS } from './groups.ts'
import { watchHealth, type HealthReport } from './health-watch.ts'
import type { Row, Target } from './target.ts'

export interface GroupResult {
  engine: string
  group: string
  rows: Row[]
  health: HealthReport
}
interface Options {
  engine: string
  /** Part of the names of the groups to run. */
  only?: string | undefined
  /** Called with progress after each group. */
  say?: (line: string) => void
}

export async function attack(target: Target, { engine, only = '', say = () => undefined }: Options): Promise<GroupResult[]> {
  const results: GroupResult[] = []
  for (const { name, isHarmless, run } of GROUPS) {
    if (!name.toLowerCase().includes(only.toLowerCase()) || !(isHarmless || target.own)) continue
    // A new watch for each group: a group may restart the server on another port.
    const watch = watchHealth(target.url)
    const startedAt = Date.now()
    const rows = await run(target).catch((error: unknown): Row[] => [
      { name: 'the whole group', tried: 1, problems: [`It failed with: ${describe(error)}`] },
    ])
    const health = await watch.look()
    await watch.stop()
    results.push({ engine, group: name, rows, health })
    const count = rows.reduce((sum, { tried }) => sum + tried, 0)
    const problems = rows.flatMap((row) => row.problems)
    say(`${engine}, ${name}: ${count} tried, ${problems.length} problems, ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
    for (const problem of problems) say(`  PROBLEM ${problem}`)
  }
  return results
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} ${error.cause.message}` : error.message
}
