/** Tests the plan endpoint: order, prerequisites, grants, questions and validation. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { whichFirstTool } from '#features/tools/catalogue/which-first-tool.policy.ts'
import { makePlanEndpoint, type PlannedJob } from './plan.contract.ts'
import { PLAN_PARAMETERS, readPlanQuery } from './plan-parameters.policy.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const getPlan = (query: Record<string, string> = {}) => site.call(null, makePlanEndpoint, { query })
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

test('the plan endpoint reports invalid inputs by field', async () => {
  for (const [query, path] of [
    [{ jobs: 'palace' }, 'jobs'],
    [{ age: 'old' }, 'age'],
    [{ consumption: '-1' }, 'consumption'],
  ] as const)
    expect((await getPlan(query)).body.errors).toMatchObject([{ path }])
})

test('PLAN_PARAMETERS has the inputs of `which-first`, and jobs; readPlanQuery joins lists and drops all others', () => {
  const names = whichFirstTool.inputs.map(({ name }) => name)
  expect(PLAN_PARAMETERS.toSorted()).toEqual([...names, 'jobs'].toSorted())
  expect(readPlanQuery(new URLSearchParams('jobs=loft&jobs=walls&use=&nonsense=1'))).toEqual({ jobs: 'loft,walls' })
})
