/** `npm test` and `npm run test:nightly`: runs all checks in parallel, then all tests, and prints totals at the end. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { CHECKS, runCheck, type Check } from './support/checks.ts'

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { name: string; startTime: number; endTime: number }[]
}
interface PlaywrightSuite {
  file: string
  specs?: PlaywrightSpec[]
  suites?: PlaywrightSuite[]
}
interface PlaywrightSpec {
  title: string
  file: string
  line: number
  tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped'; results: { duration: number; errors: { message?: string }[] }[] }[]
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}
interface Command {
  code: number
  /** Captured output; empty when it was inherited. */
  output: string
}
type Counts = readonly [passed: number, failed: number, skipped?: number]

/** A check that also fails when it prints anything: the build runs at the first start, where output would suggest a problem. */
const SILENT_CHECK = 'build'
const isNightly = process.argv.includes('--nightly')
if (isNightly) process.env['NIGHTLY'] = '1'
const root = join(import.meta.dirname, '..')
const results = join(root, 'test-results')
const startedAt = Date.now()
const seconds: [what: string, seconds: number][] = []
/** Duration of each test file, without imports. */
const files: [file: string, seconds: number][] = []
/** Browser tests that failed first and passed when run again. */
const flaky: string[] = []
const total = { passed: 0, failed: 0, skipped: 0 }

rmSync(results, { recursive: true, force: true })
mkdirSync(results)
console.log(
  isNightly
    ? 'Runs all tests: on both database engines, and every page in both themes and at every width.'
    : 'Runs the daily tests: types, lint, imports, unused code, style sheets, licences, format, build, SQLite, differences of PostgreSQL, Chromium.',
)

await Promise.all([...CHECKS.map(check), check({ name: SILENT_CHECK, command: 'node', args: ['src/app/build/build-pages.ts'] })])
// One after the other: on two cores this takes no longer than both in parallel, and fewer browser tests fail by chance.
await step('vitest', runVitest)
await step('browser', runPlaywright)

console.log(`\nSeconds: ${seconds.map(([name, duration]) => `${name} ${duration.toFixed(0)}`).join(', ')}`)
console.log('The ten slowest files:')
for (const [file, duration] of files.toSorted(([, one], [, other]) => other - one).slice(0, 10))
  console.log(`${duration.toFixed(1).padStart(7)}  ${file}`)
console.log(`\nFinished in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
for (const test of flaky) console.log(`flaky, passed when run again: ${test}`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed ? 1 : 0)

/** Runs a check, which counts as one test. Prints its output at the end, as checks run in parallel. */
async function check(one: Check): Promise<void> {
  const start = Date.now()
  const { name } = one
  const { code, output } = await runCheck(one)
  console.log(`\n== ${name}\n${output.trimEnd()}`)
  // Node's own warnings do not count.
  const messages = output.replace(/^\((node:\d+|Use `node).*$/gm, '').trim()
  count(name, start, code === 0 && (name !== SILENT_CHECK || messages === '') ? [1, 0] : [0, 1])
}

async function step(name: string, runTests: () => Promise<Counts>): Promise<void> {
  const start = Date.now()
  count(name, start, await runTests())
}

function count(name: string, start: number, [passed, failed, skipped = 0]: Counts): void {
  total.passed += passed
  total.failed += failed
  total.skipped += skipped
  seconds.push([name, (Date.now() - start) / 1000])
  console.log(`${name}: ${passed} ok${failed ? `, ${failed} FAILED` : ''}`)
}

async function runVitest(): Promise<Counts> {
  const file = join(results, 'vitest.json')
  const { code, output } = await run('vitest', ['run', '--reporter=minimal', '--reporter=json', `--outputFile.json=${file}`], 'pipe')
  console.log(`\n== vitest\n${output.trimEnd()}`)
  const report = readReport<VitestReport>(file)
  if (!report) return [0, 1]
  for (const { name, startTime, endTime } of report.testResults) files.push([relative(root, name), (endTime - startTime) / 1000])
  const failed = Math.max(report.numFailedTests, code === 0 ? 0 : 1)
  return [report.numPassedTests, failed, report.numPendingTests]
}

async function runPlaywright(): Promise<Counts> {
  console.log('\n== browser')
  const { code } = await run('playwright', ['test'])
  const report = readReport<PlaywrightReport>(join(results, 'e2e.json'))
  if (!report) return [0, 1]
  for (const suite of report.suites) files.push([`tests/e2e/${suite.file}`, millisecondsOf(suite) / 1000])
  // Failures again at the end, for readers who only see the last lines of a log.
  for (const spec of report.suites.flatMap(specsOf)) {
    const name = `tests/e2e/${spec.file}:${spec.line} ${spec.title}`
    if (spec.tests.some(({ status }) => status === 'flaky')) flaky.push(name)
    for (const { message } of spec.tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors)))
      console.log(`\n${name}\n${stripVTControlCharacters(message ?? '')}`)
  }
  const { expected, unexpected, flaky: passedAgain, skipped } = report.stats
  return [expected + passedAgain, Math.max(unexpected, code === 0 ? 0 : 1), skipped]
}

function specsOf({ specs = [], suites = [] }: PlaywrightSuite): PlaywrightSpec[] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function millisecondsOf(suite: PlaywrightSuite): number {
  const results = specsOf(suite).flatMap(({ tests }) => tests.flatMap(({ results }) => results))
  return results.reduce((sum, { duration }) => sum + duration, 0)
}

function run(command: string, args: string[], show: 'pipe' | 'inherit' = 'inherit'): Promise<Command> {
  const file = join(root, 'node_modules/.bin', command)
  const child = spawn(file, args, { cwd: root, stdio: ['inherit', show, show], env: { ...process.env, FORCE_COLOR: '0' } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => (output += part.toString()))
  return new Promise((resolve) => {
    child.once('error', ({ message }) => {
      console.error(message)
      resolve({ code: 1, output: message })
    })
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

function readReport<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T
  } catch {
    return undefined
  }
}
