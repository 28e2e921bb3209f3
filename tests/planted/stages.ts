/** The checks and tests of a working day for changed files, cheapest first. Each stage reports the first failure. */
import { globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { runCommand, type CommandResult } from './run-command.ts'

export const STAGE_NAMES = ['types', 'lint', 'near', 'related', 'properties', 'postgres', 'browser'] as const
export type StageName = (typeof STAGE_NAMES)[number]

/** Command that runs one test file alone. */
export interface Rerun {
  command: string
  args: string[]
}

export interface StageResult {
  /** The failed test file, or the name of the failed check; `undefined` when all passed. */
  failed: string | undefined
  /** Set for a failed test file. */
  rerun?: Rerun
  isTimedOut: boolean
}

interface StageInput {
  folder: string
  /** Changed files, relative to `folder`. */
  files: readonly string[]
  /** Test files that fail without any fault; excluded. */
  broken: readonly string[]
  timeoutMs: number
}

interface Stage {
  isFor?: (files: readonly string[]) => boolean
  /** Whether its tests use the built server and pages. */
  needsBuild?: true
  run: (input: StageInput) => Promise<StageResult>
}

/** Tests of a running server. They start it as a process, so `vitest related` does not find them. */
const PROPERTIES = 'tests/server/properties'
const isOnBothEngines = (file: string): boolean => /\.(queries|service)\.ts$|^src\/db\/|\/feature\.ts$/.test(file)
const isForBrowser = (file: string): boolean => /^src\/(site|admin|ui)\/|\.client\.tsx?$|\.tsx$/.test(file)

export const STAGES: Record<StageName, Stage> = {
  types: { run: (input) => check(input, 'types', 'tsc', ['--checkers', '2']) },
  lint: { run: (input) => check(input, 'lint', 'oxlint', ['--type-aware', ...input.files]) },
  near: {
    isFor: ([file = '']) => !APP.test(file),
    run: (input) => runVitest(input, 'sqlite', [`${nearestFolder(input.files)}/`]),
  },
  related: { needsBuild: true, run: (input) => runVitest(input, 'sqlite', ['related', ...input.files]) },
  properties: { needsBuild: true, run: (input) => runVitest(input, 'sqlite', [PROPERTIES]) },
  postgres: {
    isFor: (files) => files.some(isOnBothEngines),
    needsBuild: true,
    run: (input) => runVitest(input, 'postgres', ['related', ...input.files]),
  },
  browser: { isFor: (files) => files.some(isForBrowser), needsBuild: true, run: runPlaywright },
}

/** Files whose neighbouring tests start whole servers, and so are not specific to the file. */
const APP = /^src\/app\/[^/]+$/

/** The first file's folder, or the root folder of its feature: `src/features/forums`, `src/ui`. */
const nearestFolder = ([file = '']: readonly string[]): string => /^src\/features\/[^/]+/.exec(file)?.[0] ?? dirname(file)

async function check({ folder, timeoutMs }: StageInput, name: string, command: string, args: string[]): Promise<StageResult> {
  const { code, isTimedOut } = await runCommand(folder, command, args, timeoutMs)
  return { failed: code === 0 || isTimedOut ? undefined : name, isTimedOut }
}

interface VitestReport {
  testResults: { name: string; status: string; message: string; assertionResults: { status: string }[] }[]
}

async function runVitest({ folder, broken, timeoutMs }: StageInput, project: string, what: string[]): Promise<StageResult> {
  const report = join(folder, 'test-results/vitest.json')
  rmSync(report, { force: true })
  const common = ['--run', '--project', project, '--bail', '1', '--passWithNoTests', '--reporter=json', `--outputFile.json=${report}`]
  const result = await runCommand(folder, 'vitest', [...what, ...common, ...broken.flatMap((file) => ['--exclude', file])], timeoutMs)
  // Files that `--bail` has cancelled are reported as failed too: these have neither a failed test nor a message.
  const hasFailed = ({ status, message, assertionResults }: VitestReport['testResults'][number]) =>
    assertionResults.some((one) => one.status === 'failed') || (status === 'failed' && message !== '')
  const found = readReport<VitestReport>(report)?.testResults.find(hasFailed)
  const file = found && relative(folder, found.name)
  return toResult(result, file, { command: 'vitest', args: [file ?? '', '--run', '--project', project] })
}

interface PlaywrightReport {
  suites: { file: string; specs: PlaywrightSpec[]; suites?: PlaywrightReport['suites'] }[]
}
interface PlaywrightSpec {
  file: string
  tests: { results: { status: string }[] }[]
}
/** Tests that `--max-failures` has cancelled are `interrupted`. */
const FAILED = ['failed', 'timedOut']

async function runPlaywright({ folder, broken, timeoutMs }: StageInput): Promise<StageResult> {
  const report = join(folder, 'test-results/e2e.json')
  rmSync(report, { force: true })
  const files = broken.length === 0 ? [] : listBrowserTests(folder).filter((file) => !broken.includes(file))
  const result = await runCommand(folder, 'playwright', ['test', '--max-failures', '1', ...files], timeoutMs)
  const specs = (suites: PlaywrightReport['suites'] = []): PlaywrightSpec[] =>
    suites.flatMap((suite) => [...suite.specs, ...specs(suite.suites)])
  const found = specs(readReport<PlaywrightReport>(report)?.suites).find(({ tests }) =>
    tests.some(({ results }) => results.some(({ status }) => FAILED.includes(status))),
  )
  const file = found && `tests/e2e/${found.file}`
  return toResult(result, file, { command: 'playwright', args: ['test', file ?? ''] })
}

const listBrowserTests = (folder: string): string[] => globSync('tests/e2e/**/*.{spec,test}.ts', { cwd: folder })

function toResult({ code, isTimedOut }: CommandResult, file: string | undefined, rerun: Rerun): StageResult {
  if (code === 0 || (isTimedOut && file === undefined)) return { failed: undefined, isTimedOut }
  return file === undefined ? { failed: `${rerun.command} itself`, isTimedOut } : { failed: file, rerun, isTimedOut }
}

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}
