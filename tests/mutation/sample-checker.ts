/**
 * Stryker checker that rejects every mutant outside the sample: Stryker selects mutants by source range, and a range also contains other
 * mutants of the same expression and nested ones.
 */
import { readFileSync } from 'node:fs'
import { keyOf, type Mutant } from './list-mutants.ts'

type CheckResult = { status: 'passed' } | { status: 'compileError'; reason: string }

class SampleChecker {
  private readonly sample = new Set(JSON.parse(readFileSync(process.env['MUTATION_SAMPLE'] ?? '', 'utf8')) as string[])

  async init(): Promise<void> {}

  async group(mutants: Mutant[]): Promise<string[][]> {
    return [mutants.map(({ id }) => id)]
  }

  async check(mutants: Mutant[]): Promise<Record<string, CheckResult>> {
    return Object.fromEntries(
      mutants.map((mutant): [string, CheckResult] => [
        mutant.id,
        this.sample.has(keyOf(mutant)) ? { status: 'passed' } : { status: 'compileError', reason: 'not in the sample' },
      ]),
    )
  }
}

// What `declareClassPlugin` of @stryker-mutator/api returns; the package is installed by `npm run test:mutation` only.
export const strykerPlugins = [{ kind: 'Checker', name: 'sample', injectableClass: SampleChecker }]
