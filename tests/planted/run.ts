/**
 * `npm run test:planted`: applies small realistic faults one by one, runs the checks and tests of a working day for the changed files, and
 * counts how many are caught. All faults take hours; `-- --sample 12 --stage vitest` takes one.
 */
import { parseArgs } from 'node:util'
import fc from 'fast-check'
import { createCheckout, type Checkout } from './checkout.ts'
import { loadFaults, type PlantedFault } from './fault.ts'
import { stopCommands } from './run-command.ts'
import { STAGE_NAMES, type StageName } from './stages.ts'
import { FaultTester, type Outcome } from './try-fault.ts'

/** The run fails below this share. */
const MIN_CAUGHT = 0.9
const USAGE = `npm run test:planted --           all faults, all stages
    --only WORDS        faults with these words in their name
    --sample NUMBER     a random sample; --seed NUMBER repeats one
    --shard 1/8         an eighth of the faults, with every kind
    --stage vitest      skips the browser tests; --stage types only checks that each fault compiles and passes the linter
    --list              prints the faults and their symptoms`

const { only, sample, seed, shard, list, stage, help } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    sample: { type: 'string' },
    seed: { type: 'string' },
    shard: { type: 'string', default: '1/1' },
    list: { type: 'boolean', default: false },
    stage: { type: 'string', default: 'browser' },
    help: { type: 'boolean', default: false },
  },
}).values
const stages = stagesUpTo(stage)
const [shardIndex = 0, shardCount = 0] = shard.split('/').map(Number)
const isShard = shardIndex >= 1 && shardIndex <= shardCount
if (help || !stages || !isShard || ![sample, seed].every((number) => number === undefined || /^\d+$/.test(number))) {
  console.log(USAGE)
  process.exit(help ? 0 : 2)
}

const faults = chooseFaults()
if (list) {
  for (const { name, symptom } of faults) console.log(`${name}\n    ${symptom}`)
  console.log(`${faults.length} faults`)
  process.exit(0)
}
if (faults.length === 0) {
  console.error(`No fault has “${only}” in its name.`)
  process.exit(2)
}

console.log('Counts how many small realistic faults the tests catch.')
const checkouts: Checkout[] = []
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopCommands()
    for (const checkout of checkouts) checkout.remove()
    process.exit(130)
  })
const [faulty, clean] = [createCheckout(), createCheckout()]
checkouts.push(faulty, clean)
const tester = new FaultTester(faulty, clean, stages)
const outcomes: Outcome[] = []
for (const fault of faults) {
  const startedAt = Date.now()
  const outcome = await tester.test(fault)
  outcomes.push(outcome)
  console.log(describe(fault, outcome, (Date.now() - startedAt) / 1000))
}
for (const checkout of checkouts) checkout.remove()

for (const file of tester.broken) console.log(`${file} fails without any fault: it was excluded.`)
const caught = outcomes.filter(({ kind }) => kind === 'caught').length
console.log(`\ncaught ${caught} of ${faults.length} (${Math.round((100 * caught) / faults.length)}%)`)
const isWhole = outcomes.every(({ kind }) => kind !== 'does not apply')
process.exit(isWhole && caught / faults.length >= MIN_CAUGHT ? 0 : 1)

function chooseFaults(): PlantedFault[] {
  const all = loadFaults().filter(({ name }, index) => name.includes(only) && index % shardCount === shardIndex - 1)
  if (sample === undefined) return all
  const chosenSeed = Number(seed ?? Math.floor(Math.random() * 2 ** 31))
  console.log(`Seed ${chosenSeed}.`)
  const length = Math.min(Number(sample), all.length)
  return fc.sample(fc.shuffledSubarray(all, { minLength: length, maxLength: length }), { seed: chosenSeed, numRuns: 1 }).flat()
}

/** @returns `undefined` for an unknown stage */
function stagesUpTo(name: string): readonly StageName[] | undefined {
  const last = name === 'vitest' ? 'postgres' : name === 'types' ? 'lint' : name
  const index = STAGE_NAMES.findIndex((one) => one === last)
  return index === -1 ? undefined : STAGE_NAMES.slice(0, index + 1)
}

function describe({ name, symptom }: PlantedFault, outcome: Outcome, seconds: number): string {
  const head = `${outcome.kind === 'caught' ? 'caught' : outcome.kind.toUpperCase()}  ${name}  ${seconds.toFixed(0)} s`
  if (outcome.kind === 'caught') return `${head}  ${outcome.stage}: ${outcome.by}`
  return [head, outcome.kind === 'not caught' && outcome.note, symptom].filter(Boolean).join('\n    ')
}
