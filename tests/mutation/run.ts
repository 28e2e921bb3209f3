/**
 * `npm run test:mutation`: rules are changed one expression at a time, to see whether a test notices. All of them take hours; `--sample 60` takes
 * pieces of thirty lines by chance, which is a night's share. Everything else is given to Stryker as it is.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const PIECE = 30
const config = 'tests/mutation/stryker.config.json'

const [flag, count, ...others] = process.argv.slice(2)
const isSample = flag === '--sample'
if (isSample && !/^\d+$/.test(count ?? '')) {
  console.error('npm run test:mutation -- --sample NUMBER [--seed NUMBER]')
  process.exit(2)
}
execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--prefix', 'tests/mutation'], { cwd: root, stdio: 'inherit' })
const args = isSample
  ? ['--mutate', sample(Number(count)).join(','), '--incrementalFile', 'test-results/mutation/sample.json', '--force']
  : process.argv.slice(2)
const stryker = join(root, 'tests/mutation/node_modules/@stryker-mutator/core/bin/stryker.js')
process.exit(spawnSync(process.execPath, [stryker, 'run', config, ...args], { cwd: root, stdio: 'inherit' }).status ?? 1)

/** Pieces of all files that are changed, each as likely as any other. */
function sample(size: number): string[] {
  const at = others.indexOf('--seed')
  let state = Number(at < 0 ? Math.floor(Math.random() * 2 ** 31) : others[at + 1])
  console.log(`Seed ${state}.`)
  // Park and Miller's: which pieces are taken is told again by the seed.
  const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
  const { mutate } = JSON.parse(readFileSync(join(root, config), 'utf8')) as { mutate: string[] }
  const files = [
    ...new Set(
      globSync(
        mutate.filter((one) => !one.startsWith('!')),
        { cwd: root },
      ),
    ),
  ].filter((file) => !file.endsWith('.test.ts'))
  const pieces = files.toSorted().flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n').length
    return Array.from(
      { length: Math.ceil(lines / PIECE) },
      (_, part) => `${file}:${part * PIECE + 1}-${Math.min(lines, (part + 1) * PIECE)}`,
    )
  })
  return Array.from({ length: Math.min(size, pieces.length) }, () => pieces.splice(Math.floor(random() * pieces.length), 1)[0] ?? '')
}
