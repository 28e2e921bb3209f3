/** Tests the plan endpoint: order, prerequisites, grants, questions and validation. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nonEmpty } from '#tests/support/non-empty.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { readToolInputs } from '#features/tools/inputs/read-tool-inputs.policy.ts'
import { whichFirstTool } from '#features/tools/catalogue/which-first-tool.policy.ts'
import { makePlanEndpoint, type PlannedJob } from './plan.contract.ts'
import { PLAN_PARAMETERS, readPlanQuery } from './plan-parameters.policy.ts'
import { makePlan } from './plan.policy.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const getPlan = (query: Record<string, string> = {}) => site.call(null, makePlanEndpoint, { query })
/** Compares names of inputs by their order in the tool. */
const byInput = (a: string, b: string) => {
  const names = whichFirstTool.inputs.map(({ name }) => name)
  return names.indexOf(a) - names.indexOf(b)
}
const listJobKeys = (body: { jobs: PlannedJob[] }) => body.jobs.map(({ job }) => job)

test('plans the chosen jobs after their prerequisites, with grants, questions and totals', async () => {
  const { status, body } = await getPlan({ jobs: 'heat-pump,loft,walls', fuel: 'oil', consumption: '15000', fuelPrice: '8' })
  expect(status).toBe(200)
  expect(listJobKeys(body).toSorted()).toEqual(['heat-pump', 'loft', 'walls'])
  expect(listJobKeys(body).at(-1)).toBe('heat-pump')
  const lastJob: PlannedJob = body.jobs.at(-1)
  expect(lastJob.before).toEqual([
    { label: 'Stop draughts', isPlanned: false },
    { label: 'Top up the loft', isPlanned: true },
    { label: 'Insulate the walls', isPlanned: true },
  ])
  expect(lastJob.grants.map(({ key }) => key)).toContain('bus.off-grid-oil-lpg')
  expect(lastJob.questions.length).toBeGreaterThan(2)
  const sum = (end: 'low' | 'middle' | 'high') => body.jobs.reduce((total: number, job: PlannedJob) => total + (job.cost[end] ?? 0), 0)
  expect(body.total.cost).toMatchObject({ low: sum('low'), middle: sum('middle'), high: sum('high') })
  expect(body.total.saving.low).toBeLessThan(body.total.saving.high)
})

test('shows the caveats of the chosen jobs', async () => {
  const listCaveatKeys = async (query: Record<string, string>) => (await getPlan(query)).body.caveats.map(({ key }: { key: string }) => key)
  expect(await listCaveatKeys({ jobs: 'solar,heat-pump', age: 'since-2006' })).toEqual(['roof-structure', 'r290-clearance', 'hot-water-60'])
  expect(await listCaveatKeys({ jobs: 'walls' })).toEqual(['flues-before-cavity-fill', 'asbestos-before-drilling'])
  expect(await listCaveatKeys({ budget: '0' })).toEqual([])
})

test('the grant of a step is that of the heating today, not of a fuel left over from another answer', async () => {
  const home = { postcode: 'LD1', house: 'detached', bill: '3600', pipes: 'yes', offGasGrid: '1', jobs: 'heat-pump', fuel: 'oil' }
  const listGrantKeys = async (heating: string) =>
    (await getPlan({ ...home, heating, ...(heating === 'boiler' ? { litres: '2400', litrePrice: '78' } : {}) })).body.jobs[0].grants.map(
      ({ key }: { key: string }) => key,
    )
  expect(await listGrantKeys('boiler')).toContain('bus.off-grid-oil-lpg')
  expect(await listGrantKeys('storage')).not.toContain('bus.off-grid-oil-lpg')
})

test('names requested jobs that the home cannot have', async () => {
  const flat = { house: 'flat', heating: 'direct', consumption: '6000', pipes: 'no' }
  expect((await getPlan({ ...flat, jobs: 'heat-pump,solar,draughts' })).body).toMatchObject({
    notPossible: ['Solar panels', 'Heat pump'],
    jobs: [{ job: 'draughts' }],
  })
  expect((await getPlan({ jobs: 'draughts' })).body.notPossible).toEqual([])
})

test('the size of a heat pump names the jobs before it only if they save heat', async () => {
  const getRemark = async (jobs: string) =>
    (await getPlan({ jobs })).body.jobs.find(({ job }: PlannedJob) => job === 'heat-pump')?.remark as string
  expect(await getRemark('heat-pump,solar')).not.toContain('jobs above')
  expect(await getRemark('heat-pump,loft')).toContain('after the jobs above')
})

test('plans the jobs within the budget by default', async () => {
  const { body } = await getPlan({ budget: '400' })
  expect(listJobKeys(body)).toEqual(['draughts'])
  expect(body.choices.filter(({ isChosen }: { isChosen: boolean }) => isChosen)).toHaveLength(1)
  expect(listJobKeys((await getPlan({ budget: '0' })).body)).toEqual([])
})

test('offers the Scottish grant in Scotland, and requires prices in Northern Ireland', async () => {
  const listGrantKeys = async (query: Record<string, string>) =>
    (await getPlan({ jobs: 'heat-pump', ...query })).body.jobs?.[0]?.grants.map(({ key }: { key: string }) => key)
  expect(await listGrantKeys({ postcode: 'EH1' })).toContain('scotland.heat-pump-grant')
  const ownPrices = { electricityPrice: '30', fuelPrice: '8', export: '10' }
  expect(await listGrantKeys({ postcode: 'BT9', ...ownPrices })).not.toEqual(expect.arrayContaining(['bus.air-to-water']))
  expect((await getPlan({ postcode: 'BT9' })).body.errors.map(({ path }: { path: string }) => path)).toContain('electricityPrice')
})

describe('in Northern Ireland', () => {
  const home = { postcode: 'BT9', jobs: 'loft,solar' }
  const ownNumbers = { consumption: '12000', use: '3000', electricityPrice: '30', fuelPrice: '8', export: '10' }

  test('a plan needs the home’s own use and prices, and states each missing one', async () => {
    const { status, body } = await getPlan(home)
    expect(status).toBe(400)
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(Object.keys(ownNumbers).toSorted(byInput))
    for (const { message } of body.errors) expect(message).toMatch(/does not apply in Northern Ireland. Enter your own.$/)
  })
  test('a plan with its own prices uses no price of the cap, and says that the price of panels is that of Great Britain', async () => {
    const { status, body } = await getPlan({ ...home, ...ownNumbers })
    expect(status).toBe(200)
    expect(body.constants.filter(({ key }: { key: string }) => key.startsWith('cap.'))).toEqual([])
    const solar: PlannedJob = body.jobs.find(({ job }: PlannedJob) => job === 'solar')
    expect(solar.remark).toMatch(/ The price is that of Great Britain.$/)
  })
  test('a bill is refused, as the standing charge of Great Britain is not deducted from it', async () => {
    const { body } = await getPlan({ ...home, ...ownNumbers, heating: 'direct', bill: '2500' })
    expect(body.errors).toEqual([{ path: 'bill', message: expect.stringContaining('standing charge') }])
    expect((await getPlan({ ...home, ...ownNumbers, heating: 'direct', bill: '2500', postcode: 'LS6' })).status).toBe(200)
  })
})

test('leaves out requested jobs that do not exist, and names them', async () => {
  const { status, body } = await getPlan({ jobs: 'loft,palace,draughts,palace, moat ' })
  expect(status).toBe(200)
  expect(listJobKeys(body).toSorted()).toEqual(['draughts', 'loft'])
  expect(body.unknownJobs).toEqual(['palace', 'moat'])
  expect((await getPlan({ jobs: 'loft' })).body.unknownJobs).toEqual([])
})

test('plans the jobs within the budget if none of the requested jobs exists', async () => {
  const { body } = await getPlan({ budget: '400', jobs: 'palace' })
  expect(listJobKeys(body)).toEqual(['draughts'])
  expect(body).toMatchObject({ unknownJobs: ['palace'], notPossible: [] })
})

test('the plan endpoint reports invalid inputs by field', async () => {
  for (const [query, path] of [
    [{ age: 'old' }, 'age'],
    [{ consumption: '-1' }, 'consumption'],
  ] as const)
    expect((await getPlan(query)).body.errors).toMatchObject([{ path }])
})

describe('reference values', () => {
  const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')
  const makeValidPlan = (query: Record<string, string>) => {
    const planResult = makePlan(query, referenceValues)
    if (!planResult.isPlanned) throw new Error(JSON.stringify(planResult.errors))
    return planResult
  }
  const listKeys = (query: Record<string, string>) => makeValidPlan(query).constants.map(({ key }) => key)

  test('are those of the chosen jobs, so that no expired price of another job is shown', () => {
    const listExpired = (jobs: string) =>
      makeValidPlan({ jobs }).constants.flatMap(({ key, validTo }) => (validTo !== null && validTo < referenceValues.day ? key : []))
    expect(listExpired('loft,heat-pump')).toEqual([])
    expect(listExpired('loft,solar')).toEqual(['solar.price-small'])
    expect(listKeys({ jobs: 'loft' })).toEqual(expect.arrayContaining(['cap.gas', 'use.gas', 'job.loft', 'carbon.gas']))
    expect(listKeys({ jobs: 'loft' })).not.toEqual(expect.arrayContaining(['job.cavity']))
    expect(listKeys({ jobs: 'solar', done: 'solar' })).toEqual([])
  })

  test('are listed with VAT on electricity only where a price of electricity is used', () => {
    expect(listKeys({ jobs: 'heat-pump' })).toEqual(expect.arrayContaining(['cap.electricity', 'vat.electricity']))
    expect(listKeys({ jobs: 'loft' })).not.toContain('vat.electricity')
  })

  /** Values of inputs that differ from the reference values which are their defaults. */
  const CHANGES = { export: '3', use: '1900', electricityPrice: '41', fuelPrice: '19', consumption: '9000', efficiency: '50', scop: '2' }
  const homes: Record<string, Record<string, string>> = {
    'a gas boiler': {},
    'direct electric heating': { heating: 'direct', consumption: '8000' },
    'an electricity bill': { heating: 'direct', bill: '3000' },
    'storage heaters': { heating: 'storage', consumption: '8000' },
    'a heat pump': { heating: 'heat-pump', consumption: '4000' },
  }
  test.each(Object.keys(homes))('that are defaults of inputs are listed exactly if they change the plan of a home with %s', (home) => {
    for (const jobs of ['draughts', 'solar', 'heat-pump', 'loft,solar']) {
      const query = { ...homes[home], jobs }
      const summarise = (changes: Record<string, string>) => {
        const { jobs: planned, total } = makeValidPlan({ ...query, ...changes })
        return JSON.stringify([planned.map(({ cost, saving }) => [cost, saving]), total])
      }
      const { inputsByName } = readToolInputs(whichFirstTool, query, referenceValues)
      const isUsedByKey = new Map<string, boolean>()
      for (const [input, text] of Object.entries(CHANGES)) {
        const key = inputsByName.get(input)?.referenceKey
        if (key === undefined) continue
        isUsedByKey.set(key, isUsedByKey.get(key) || summarise({ [input]: text }) !== summarise({}))
      }
      for (const [key, isUsed] of nonEmpty([...isUsedByKey])) expect(listKeys(query).includes(key), `${jobs}: ${key}`).toBe(isUsed)
    }
  })
})

test('PLAN_PARAMETERS has the inputs of `which-first`, and jobs; readPlanQuery joins lists and drops all others', () => {
  const names = whichFirstTool.inputs.map(({ name }) => name)
  expect(PLAN_PARAMETERS.toSorted()).toEqual([...names, 'jobs'].toSorted())
  expect(readPlanQuery(new URLSearchParams('jobs=loft&jobs=walls&use=&nonsense=1'))).toEqual({ jobs: 'loft,walls' })
})
