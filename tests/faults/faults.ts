/** All fault injection scenarios. */
import { clock } from './clock.ts'
import { databaseEnds } from './database-ends.ts'
import { mailEnds } from './mail-ends.ts'
import { folders } from './folders.ts'
import { migrations } from './migrations.ts'
import type { FaultOptions, FaultRow, Scenario } from './scenario.ts'
import { suddenEnds } from './sudden-ends.ts'

export const SCENARIOS: readonly Scenario[] = [...suddenEnds, ...mailEnds, ...databaseEnds, ...folders, ...migrations, ...clock]

/** Runs a scenario; an error is reported as a problem. */
export async function runScenario(scenario: Scenario, options: FaultOptions): Promise<FaultRow> {
  const { engine, name } = scenario
  return scenario.run(options).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    return { engine, name, rounds: 0, acknowledged: 0, lost: 0, problems: [`It failed with: ${message}`] }
  })
}
