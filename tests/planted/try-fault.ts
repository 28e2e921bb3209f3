/** Plants one fault and runs the stages until a test fails because of it. */
import type { Checkout } from './checkout.ts'
import type { PlantedFault } from './fault.ts'
import { runCommand } from './run-command.ts'
import { STAGES, type Rerun, type StageName, type StageResult } from './stages.ts'

export type Outcome =
  | { kind: 'caught'; stage: StageName; by: string }
  | { kind: 'not caught'; note: string | undefined }
  | { kind: 'does not apply' }

/** Of one fault, all stages together: a night has an end. */
const MAX_FAULT_MS = 60 * 60_000
/** A stage that hangs must leave time for the others. */
const MAX_STAGE_MS = 25 * 60_000

export class FaultTester {
  readonly #faulty: Checkout
  readonly #clean: Checkout
  readonly #stages: readonly StageName[]
  /** Of the clean checkout: `vitest src/… --project sqlite` and whether it passes. */
  readonly #passes = new Map<string, boolean>()
  /** Test files that fail without any fault. */
  readonly broken = new Set<string>()

  /**
   * @param faulty where faults are planted
   * @param clean never changed: a test that fails there too has caught nothing
   */
  constructor(faulty: Checkout, clean: Checkout, stages: readonly StageName[]) {
    this.#faulty = faulty
    this.#clean = clean
    this.#stages = stages
  }

  async test({ patch, files }: PlantedFault): Promise<Outcome> {
    if (!this.#faulty.apply(patch)) return { kind: 'does not apply' }
    const endsAt = Date.now() + MAX_FAULT_MS
    let note: string | undefined
    try {
      for (const name of this.#stages) {
        if (STAGES[name].isFor?.(files) === false) continue
        const result = await this.#runStage(name, files, endsAt)
        if (result.failed !== undefined) return { kind: 'caught', stage: name, by: result.failed }
        if (result.isTimedOut) note = `${name} took too long and was stopped`
      }
      return { kind: 'not caught', note }
    } finally {
      this.#faulty.revert()
    }
  }

  /** A test that also fails without the fault, or passes when it runs again, is left out, and the stage runs once more. */
  async #runStage(name: StageName, files: readonly string[], endsAt: number): Promise<StageResult> {
    const { folder } = this.#faulty
    const { needsBuild, run } = STAGES[name]
    const flaky = new Set<string>()
    for (;;) {
      const timeoutMs = Math.min(MAX_STAGE_MS, endsAt - Date.now())
      if (timeoutMs <= 0) return { failed: undefined, isTimedOut: true }
      if (needsBuild) {
        const built = await runCommand(folder, 'node', ['src/app/build/build-if-stale.ts'], timeoutMs)
        if (built.code !== 0) return { failed: built.isTimedOut ? undefined : 'build', isTimedOut: built.isTimedOut }
      }
      const result = await run({ folder, files, broken: [...this.broken, ...flaky], timeoutMs })
      if (result.failed === undefined || !result.rerun) return result
      const isBroken = !(await this.#passesWithoutFault(result.rerun))
      if (!isBroken && (await failsAgain(folder, result.rerun))) return result
      const leftOut = isBroken ? this.broken : flaky
      if (leftOut.has(result.failed)) return { ...result, failed: undefined }
      leftOut.add(result.failed)
    }
  }

  async #passesWithoutFault({ command, args }: Rerun): Promise<boolean> {
    const key = [command, ...args].join(' ')
    const known = this.#passes.get(key)
    if (known !== undefined) return known
    const { code } = await runCommand(this.#clean.folder, command, args, MAX_STAGE_MS)
    this.#passes.set(key, code === 0)
    return code === 0
  }
}

/** A fault in concurrent writes need not show each time; a test that is slow on a busy machine fails once. */
const RERUNS = 2

async function failsAgain(folder: string, { command, args }: Rerun): Promise<boolean> {
  for (let run = 0; run < RERUNS; run++) {
    const { code, isTimedOut } = await runCommand(folder, command, args, MAX_STAGE_MS)
    if (code !== 0 && !isTimedOut) return true
  }
  return false
}
