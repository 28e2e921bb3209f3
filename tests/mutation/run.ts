/**
 * `npm run test:mutation`: rules are changed one expression at a time, to see whether a test notices. All of them take hours; `--sample 60` takes
 * pieces of thirty lines by chance, which is a night's share. Everything else is given to Stryker as it is.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'

const root = join(import.meta.dirname, '../..')
const PIECE = 30
const config = 'tests/mutation/stryker.config.json'

const [flag, count, ...others] = process.argv.slice(2)
const isSample = flag === '--sample'
if (isSample && !/^\d+$/.test(count ?? '')) {
  console.error('npm run test:mutation -- --sample NUMBER [--seed NUMBER]')
  process.exit(2)
}
// The tests over the whole site read the built pages.
execFileSync(process.execPath, ['src/app/build-if-stale.ts'], { cwd: root, stdio: 'inherit' })
execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--prefix', 'tests/mutation'], { cwd: root, stdio: 'inherit' })
const args = isSample
  ? ['--mutate', sample(Number(count)).join(','), '--incrementalFile', 'test-results/mutation/sample.json', '--force']
  : process.argv.slice(2)
const stryker = join(root, 'tests/mutation/node_modules/@stryker-mutator/core/bin/stryker.js')
process.exit(spawnSync(process.execPath, [stryker, 'run', config, ...args], { cwd: root, stdio: 'inherit' }).status ?? 1)

/** Pieces of all files that are changed, each as likely as any other. */
function sample(size: number): string[] {
  const at = others.indexOf('--seed')
  const seed = Number(at < 0 ? Math.floor(Math.random() * 2 ** 31) : others[at + 1])
  console.log(`Seed ${seed}.`)
  const { mutate } = JSON.parse(readFileSync(join(root, config), 'utf8')) as { mutate: string[] }
  const [exclude, include] = [true, false].map((isLeftOut) => mutate.filter((one) => one.startsWith('!') === isLeftOut))
  const files = globSync(include ?? [], { cwd: root, exclude: exclude?.map((one) => one.slice(1)) ?? [] })
  const pieces = [...new Set(files)].toSorted().flatMap(piecesOf)
  const length = Math.min(size, pieces.length)
  return fc.sample(fc.shuffledSubarray(pieces, { minLength: length, maxLength: length }), { seed, numRuns: 1 }).flat()
}

function piecesOf(file: string): string[] {
  const lines = readFileSync(join(root, file), 'utf8').split('\n').length
  return Array.from({ length: Math.ceil(lines / PIECE) }, (_, at) => `${file}:${at * PIECE + 1}-${Math.min(lines, (at + 1) * PIECE)}`)
}
