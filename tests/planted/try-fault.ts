/** Applies one fault and runs the stages until a test fails because of it. */
import type { Checkout } from './checkout.ts'
import type { PlantedFault } from './fault.ts'
import { runCommand } from './run-command.ts'
import { STAGES, type Rerun, type StageName, type StageResult } from './stages.ts'

export type Outcome =
  | { kind: 'caught'; stage: StageName; by: string }
  | { kind: 'not caught'; note: string | undefined }
  | { kind: 'does not apply' }

/** Time limit of all stages of one fault. */
const MAX_FAULT_MS = 60 * 60_000
/** Time limit of one stage, so that a hanging one leaves time for the others. */
const MAX_STAGE_MS = 25 * 60_000

export class FaultTester {
  readonly #faulty: Checkout
  readonly #clean: Checkout
  readonly #stages: readonly StageName[]
  /** Whether a command such as `vitest src/… --project sqlite` passes in the clean checkout. */
  readonly #passes = new Map<string, boolean>()
  /** Test files that fail without any fault. */
  readonly broken = new Set<string>()

  /**
   * @param faulty the checkout to which faults are applied
   * @param clean an unchanged checkout: a test that also fails there has not caught the fault
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

  /** Reruns the stage without tests that also fail in the clean checkout, or that pass when repeated. */
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
      const excluded = isBroken ? this.broken : flaky
      if (excluded.has(result.failed)) return { ...result, failed: undefined }
      excluded.add(result.failed)
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

/** Repetitions of a failed test: a race condition may not fail each time, and a slow test on a busy machine fails only once. */
const RERUNS = 2

async function failsAgain(folder: string, { command, args }: Rerun): Promise<boolean> {
  for (let run = 0; run < RERUNS; run++) {
    const { code, isTimedOut } = await runCommand(folder, command, args, MAX_STAGE_MS)
    if (code !== 0 && !isTimedOut) return true
  }
  return false
}
