/**
 * `npm run test:mutation -- --mutants 400 [--seed 1] [--concurrency 2]`: tests a random sample of mutants and fails when fewer than 80 %
 * are killed. `--files GLOB` limits the mutated files and `--tests GLOB,GLOB` the tests: minutes instead of an hour, for one feature.
 * `--all` instead of `--mutants` tests every mutant, which takes days without `--files`.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { keyOf, listMutants, rangeOf, root } from './list-mutants.ts'
import { describeSummary, resultsOf, summarise, type Report } from './report.ts'

/** The share of valid mutants that must be killed. */
const MIN_KILLED = 0.8
const FOLDER = 'test-results/mutation'
const SAMPLE = join(root, FOLDER, 'sample.json')
const REPORT = join(root, FOLDER, 'report.json')

const { mutants: count, seed, files: fileGlob = '**', tests: testGlob, concurrency, all } = readArguments()
const config = JSON.parse(readFileSync(join(import.meta.dirname, 'stryker.config.json'), 'utf8')) as Config

interface Config {
  mutate: string[]
  checkers: string[]
  concurrency: number
}

mkdirSync(join(root, FOLDER), { recursive: true })
// Otherwise an aborted run would be judged by the report of an earlier one.
rmSync(REPORT, { force: true })
// The assets of pages are read from the build; the pages themselves are rendered from the source (vitest.config.ts).
execFileSync(process.execPath, ['src/app/build/build-if-stale.ts'], { cwd: root, stdio: 'inherit' })
execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--prefix', 'tests/mutation'], { cwd: root, stdio: 'inherit' })

const mutated = listFiles()
const sampleKeys = all ? undefined : await drawSample(mutated)
if (all) config.mutate = mutated
if (concurrency) config.concurrency = Number(concurrency)
const configFile = join(root, FOLDER, 'stryker.config.json')
writeFileSync(configFile, JSON.stringify(config))
const stryker = join(root, 'tests/mutation/node_modules/@stryker-mutator/core/bin/stryker.js')
const { status } = spawnSync(process.execPath, [stryker, 'run', configFile], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, MUTATION_SAMPLE: SAMPLE, ...(testGlob === undefined ? {} : { MUTATION_TESTS: testGlob }) },
})
if (status !== 0) process.exit(status ?? 1)

const summary = summarise(resultsOf(JSON.parse(readFileSync(REPORT, 'utf8')) as Report, sampleKeys))
console.log(describeSummary(summary))
if (!(summary.killed >= summary.valid * MIN_KILLED && summary.valid > 0)) {
  console.error(`Fewer than ${MIN_KILLED * 100}% of the mutants are killed.`)
  process.exit(1)
}

function readArguments() {
  const { values } = parseArgs({
    options: {
      mutants: { type: 'string' },
      seed: { type: 'string' },
      files: { type: 'string' },
      tests: { type: 'string' },
      concurrency: { type: 'string' },
      all: { type: 'boolean', default: false },
    },
  })
  const numbers = [values.mutants, values.seed, values.concurrency].filter((one) => one !== undefined)
  if (values.all !== (values.mutants === undefined) || !numbers.every((one) => /^\d+$/.test(one))) {
    console.error(
      'npm run test:mutation -- --mutants NUMBER [--seed NUMBER] [--files GLOB] [--tests GLOB,GLOB] [--concurrency NUMBER], or --all',
    )
    process.exit(2)
  }
  return values
}

function listFiles(): string[] {
  const include = config.mutate.filter((one) => !one.startsWith('!'))
  const exclude = config.mutate.filter((one) => one.startsWith('!')).map((one) => one.slice(1))
  return [...new Set(globSync(include, { cwd: root, exclude }))].filter((file) => matchesGlob(file, fileGlob)).toSorted()
}

/** Draws a uniform random sample of mutants and writes it to the configuration. @returns the mutants' keys */
async function drawSample(files: string[]): Promise<ReadonlySet<string>> {
  const usedSeed = Number(seed ?? Math.floor(Math.random() * 2 ** 31))
  const mutants = await listMutants(files)
  const length = Math.min(Number(count), mutants.length)
  const sample = fc
    .sample(fc.shuffledSubarray([...mutants], { minLength: length, maxLength: length }), { seed: usedSeed, numRuns: 1 })
    .flat()
  console.log(`${length} of ${mutants.length} mutants in ${files.length} files, seed ${usedSeed}.`)
  const keys = sample.map(keyOf)
  writeFileSync(SAMPLE, JSON.stringify(keys))
  config.mutate = sample.map(rangeOf)
  config.checkers = ['sample', ...config.checkers]
  return new Set(keys)
}
