/** `npm test`: everything that proves the project, one after the other, and a plain line of counts at the end. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { name: string; startTime: number; endTime: number }[]
}
interface PlaywrightSuite {
  file: string
  specs?: { tests: { results: { duration: number }[] }[] }[]
  suites?: PlaywrightSuite[]
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}

const root = join(import.meta.dirname, '..')
const results = join(root, 'test-results')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const began = Date.now()
const seconds: [what: string, seconds: number][] = []
/** Of each test file: its own tests, without what its process imports. */
const files: [file: string, seconds: number][] = []
const total = { passed: 0, failed: 0, skipped: 0 }

rmSync(results, { recursive: true, force: true })
mkdirSync(results)

step('types', () => runCheck('tsc', []))
step('lint', () => runCheck('oxlint', ['--type-aware']))
step('format', () => runCheck('oxfmt', ['--check']))
step('build', () => runCheck('node', ['src/app/build-pages.ts']))
step('vitest', runVitest)
step('browser', runPlaywright)

console.log(`\nSeconds: ${seconds.map(([name, took]) => `${name} ${took.toFixed(0)}`).join(', ')}`)
console.log('The ten slowest files:')
for (const [file, took] of files.toSorted(([, one], [, other]) => other - one).slice(0, 10))
  console.log(`${took.toFixed(1).padStart(7)}  ${file}`)
console.log(`\nFinished in ${Math.round((Date.now() - began) / 1000)} s.`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed ? 1 : 0)

function step(name: string, run: () => [passed: number, failed: number, skipped?: number]): void {
  console.log(`\n== ${name}`)
  const start = Date.now()
  count(name, ...run())
  seconds.push([name, (Date.now() - start) / 1000])
}

function count(name: string, passed: number, failed: number, skipped = 0): void {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  console.log(`${name}: ${passed} ok${failed ? `, ${failed} FAILED` : ''}`)
}

/** A check that is right or wrong as a whole counts as one. */
function runCheck(command: string, args: string[]): [number, number] {
  return run(command, args) === 0 ? [1, 0] : [0, 1]
}

function runVitest(): [number, number, number] {
  const file = join(results, 'vitest.json')
  const code = run('vitest', ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${file}`])
  const report = readReport<VitestReport>(file)
  if (!report) return [0, 1, 0]
  for (const { name, startTime, endTime } of report.testResults) files.push([relative(root, name), (endTime - startTime) / 1000])
  const failed = Math.max(report.numFailedTests, code === 0 ? 0 : 1)
  return [report.numPassedTests, failed, report.numPendingTests]
}

function runPlaywright(): [number, number, number] {
  const code = run('playwright', ['test'])
  const report = readReport<PlaywrightReport>(join(results, 'e2e.json'))
  if (!report) return [0, 1, 0]
  for (const suite of report.suites) files.push([`tests/e2e/${suite.file}`, millisecondsOf(suite) / 1000])
  const { expected, unexpected, flaky, skipped } = report.stats
  return [expected, Math.max(unexpected + flaky, code === 0 ? 0 : 1), skipped]
}

function millisecondsOf({ specs = [], suites = [] }: PlaywrightSuite): number {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results.map(({ duration }) => duration)))
  return [...own, ...suites.map(millisecondsOf)].reduce((sum, one) => sum + one, 0)
}

function run(command: string, args: string[]): number {
  const { status, error } = spawnSync(bin(command), args, { cwd: root, stdio: 'inherit', env: { ...process.env, FORCE_COLOR: '0' } })
  if (error) console.error(error.message)
  return status ?? 1
}

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}
