/** Goes through the groups one after the other, and looks meanwhile how long the server takes to say that it is there. */
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
  /** Words of a group's name. */
  only?: string | undefined
  /** Told after each group. */
  say?: (line: string) => void
}

export async function attack(target: Target, { engine, only = '', say = () => undefined }: Options): Promise<GroupResult[]> {
  const results: GroupResult[] = []
  for (const { name, isHarmless, run } of GROUPS) {
    if (!name.toLowerCase().includes(only.toLowerCase()) || !(isHarmless || target.own)) continue
    // A new one each time: a group may leave the server at another address.
    const watch = watchHealth(target.url)
    const began = Date.now()
    const rows = await run(target).catch((fault: unknown): Row[] => [
      { name: 'the whole of it', tried: 1, faults: [`It ended with: ${describe(fault)}`] },
    ])
    const health = await watch.look()
    await watch.stop()
    results.push({ engine, group: name, rows, health })
    const count = rows.reduce((sum, { tried }) => sum + tried, 0)
    const faults = rows.flatMap((row) => row.faults)
    say(`${engine}, ${name}: ${count} tried, ${faults.length} faults, ${((Date.now() - began) / 1000).toFixed(1)} s`)
    for (const fault of faults) say(`  FAULT ${fault}`)
  }
  return results
}

function describe(fault: unknown): string {
  if (!(fault instanceof Error)) return String(fault)
  return fault.cause instanceof Error ? `${fault.message} ${fault.cause.message}` : fault.message
}
