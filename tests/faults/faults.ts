/** Goes through what can go wrong, one after the other. */
import { clock } from './clock.ts'
import { databaseEnds } from './database-ends.ts'
import { mailEnds } from './mail-ends.ts'
import { folders } from './folders.ts'
import { migrations } from './migrations.ts'
import type { FaultOptions, FaultRow, Scenario } from './scenario.ts'
import { suddenEnds } from './sudden-ends.ts'

export const SCENARIOS: readonly Scenario[] = [...suddenEnds, ...mailEnds, ...databaseEnds, ...folders, ...migrations, ...clock]

/** One that ends with an error is one fault. */
export async function runScenario(scenario: Scenario, options: FaultOptions): Promise<FaultRow> {
  const { engine, name } = scenario
  return scenario.run(options).catch((fault: unknown) => {
    const said = fault instanceof Error ? fault.message : String(fault)
    return { engine, name, rounds: 0, acknowledged: 0, lost: 0, faults: [`It ended with: ${said}`] }
  })
}
