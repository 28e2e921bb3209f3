/** `npm run test:fuzz`: calls made up from the contract on both engines, many of each; the seed is said, and can be given back. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const USAGE = `npm run test:fuzz                          300 calls of each endpoint on both engines, with a new seed
  --engine sqlite|postgres   one of them
  --calls NUMBER             of each endpoint
  --only 'POST /api/forums'  endpoints whose method and path have these words
  --seed NUMBER              the calls of another run
  --path 12:0:1              with --only and --seed, as a failure has said: begins with the call that failed`
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
const chosen = seed ?? String(Math.floor(Math.random() * 2 ** 31))
console.log(`Proves that no call made up from the contract ends in a fault, tells a secret or stores a half. Seed ${chosen}.`)
const env = {
  ...process.env,
  // On PostgreSQL all of it, too.
  NIGHTLY: '1',
  FUZZ_SEED: chosen,
  FUZZ_CALLS: calls,
  ...(only === undefined ? {} : { FUZZ_ONLY: only }),
  ...(path === undefined ? {} : { FUZZ_PATH: path }),
}
const projects = ENGINES.filter((one) => engine === undefined || one === engine).flatMap((one) => ['--project', one])
const vitest = join(import.meta.dirname, '../../node_modules/.bin/vitest')
const child = spawn(vitest, ['run', ...projects, '--reporter=minimal', 'tests/fuzz/fuzz.test.ts'], { stdio: 'inherit', env })
child.once('exit', (code) => process.exit(code ?? 1))
