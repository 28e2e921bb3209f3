/** `npm run test:fuzz`: fuzzes every endpoint on both engines, with a printed seed. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const USAGE = `npm run test:fuzz                          300 calls of each endpoint on both engines, with a new seed
  --engine sqlite|postgres   only one engine
  --calls NUMBER             calls of each endpoint
  --only 'POST /api/forums'  only endpoints with these words in method and path
  --seed NUMBER              repeats the calls of another run
  --path 12:0:1              with --only and --seed of a reported failure: starts with the failed call`
const ENGINES = ['sqlite', 'postgres']

const { engine, calls, only, seed, path, help } = parseArgs({
  options: {
    engine: { type: 'string' },
    calls: { type: 'string', default: '300' },
    only: { type: 'string' },
    seed: { type: 'string' },
    path: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
}).values
const isNumber = (text: string | undefined) => text === undefined || /^-?\d+$/.test(text)
if (help || (engine !== undefined && !ENGINES.includes(engine)) || !isNumber(calls) || !isNumber(seed)) {
  console.log(USAGE)
  process.exit(help ? 0 : 2)
}
const usedSeed = seed ?? String(Math.floor(Math.random() * 2 ** 31))
console.log(`Checks that no generated call causes a server error, leaks a secret or stores partial data. Seed ${usedSeed}.`)
const env = {
  ...process.env,
  // All endpoints on PostgreSQL, too.
  NIGHTLY: '1',
  FUZZ_SEED: usedSeed,
  FUZZ_CALLS: calls,
  ...(only === undefined ? {} : { FUZZ_ONLY: only }),
  ...(path === undefined ? {} : { FUZZ_PATH: path }),
}
const projects = ENGINES.filter((one) => engine === undefined || one === engine).flatMap((one) => ['--project', one])
const vitest = join(import.meta.dirname, '../../node_modules/.bin/vitest')
const child = spawn(vitest, ['run', ...projects, '--reporter=minimal', 'tests/fuzz/fuzz.test.ts'], { stdio: 'inherit', env })
child.once('exit', (code) => process.exit(code ?? 1))
