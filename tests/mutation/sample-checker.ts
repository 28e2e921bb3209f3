/**
 * A Stryker checker that rejects every mutant outside the drawn sample. Stryker selects mutants by source range alone, and a range also contains the other mutants
 * of the same expression and those nested in it.
 */
import { readFileSync } from 'node:fs'
import { keyOf, type Mutant } from './list-mutants.ts'

type CheckResult = { status: 'passed' } | { status: 'compileError'; reason: string }

class SampleChecker {
  private readonly drawn = new Set(JSON.parse(readFileSync(process.env['MUTATION_SAMPLE'] ?? '', 'utf8')) as string[])

  async init(): Promise<void> {}

  async group(mutants: Mutant[]): Promise<string[][]> {
    return [mutants.map(({ id }) => id)]
  }

  async check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    return Object.fromEntries(
      mutants.map((mutant): [string, CheckResult] => [
        mutant.id,
        this.drawn.has(keyOf(mutant)) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' },
      ]),
    )
  }
}

// What `declareClassPlugin` of @stryker-mutator/api returns; the package is installed by `npm run test:mutation` only.
export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: SampleChecker }]
