/**
 * `npm test` and `npm run test:nightly`: everything that proves the project. What needs one core runs side by side; a plain line of counts
 * stands at the end.
 */
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
  tests: { results: { duration: number; errors: { message?: string }[] }[] }[]
}
interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
}
interface Command {
  code: number
  /** What it has printed; empty when it was shown at once. */
  output: string
}
type Counts = readonly [passed: number, failed: number, skipped?: number]

/** A first start builds the pages, and whoever starts is told nothing that is no problem. */
const SILENT = 'build'
const isNightly = process.argv.includes('--nightly')
if (isNightly) process.env['NIGHTLY'] = '1'
const root = join(import.meta.dirname, '..')
const results = join(root, 'test-results')
const began = Date.now()
const seconds: [what: string, seconds: number][] = []
/** Of each test file: its own tests, without what its process imports. */
const files: [file: string, seconds: number][] = []
const total = { passed: 0, failed: 0, skipped: 0 }

rmSync(results, { recursive: true, force: true })
mkdirSync(results)
console.log(
  isNightly
    ? 'Proves everything there is: each test on both engines, each page in both themes and every width.'
    : 'Proves all that can break in a day of work: types, lint, imports, unused code, style sheets, licences, format, build, SQLite, what PostgreSQL does differently, Chromium.',
)

await Promise.all([...CHECKS.map(check), check({ name: SILENT, command: 'node', args: ['src/app/build/build-pages.ts'] })])
// Each leaves a core idle now and then: a server that stops, a message that stands for five seconds.
await Promise.all([step('vitest', runVitest), step('browser', runPlaywright)])

console.log(`\nSeconds: ${seconds.map(([name, took]) => `${name} ${took.toFixed(0)}`).join(', ')}`)
console.log('The ten slowest files:')
for (const [file, took] of files.toSorted(([, one], [, other]) => other - one).slice(0, 10))
  console.log(`${took.toFixed(1).padStart(7)}  ${file}`)
console.log(`\nFinished in ${Math.round((Date.now() - began) / 1000)} s.`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exit(total.failed ? 1 : 0)

/** Is right or wrong as a whole, and counts as one. Others run beside it, so it prints when it ends. */
async function check(one: Check): Promise<void> {
  const start = Date.now()
  const { name } = one
  const { code, output } = await runCheck(one)
  console.log(`\n== ${name}\n${output.trimEnd()}`)
  // What Node says of its own settings does not count.
  const said = output.replace(/^\((node:\d+|Use `node).*$/gm, '').trim()
  count(name, start, code === 0 && (name !== SILENT || said === '') ? [1, 0] : [0, 1])
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
  // Once more at the end: whoever sees only the last lines of a log has to know why as well.
  for (const spec of report.suites.flatMap(specsOf))
    for (const { message } of spec.tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors)))
      console.log(`\ntests/e2e/${spec.file}:${spec.line} ${spec.title}\n${stripVTControlCharacters(message ?? '')}`)
  const { expected, unexpected, flaky, skipped } = report.stats
  return [expected, Math.max(unexpected + flaky, code === 0 ? 0 : 1), skipped]
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
