/** The plan endpoint: order, prerequisites, grants, questions and validation. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { whichFirstTool } from '#features/tools/catalogue/home-tools.policy.ts'
import { makePlanEndpoint, type PlannedJob } from './plan.contract.ts'
import { PLAN_PARAMETERS, readPlanQuery } from './plan-parameters.policy.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const plan = (query: Record<string, string> = {}) => site.call(null, makePlanEndpoint, { query })
const namesOf = (body: { jobs: PlannedJob[] }) => body.jobs.map(({ job }) => job)

test('orders the chosen jobs behind their prerequisites, with grants, questions and totals', async () => {
  const { status, body } = await plan({ jobs: 'heat-pump,loft,walls', fuel: 'oil', consumption: '15000', fuelPrice: '8' })
  expect(status).toBe(200)
  expect(namesOf(body).toSorted()).toEqual(['heat-pump', 'loft', 'walls'])
  expect(namesOf(body).at(-1)).toBe('heat-pump')
  const last: PlannedJob = body.jobs.at(-1)
  expect(last.before).toEqual([
    { label: 'Stop draughts', isPlanned: false },
    { label: 'Top up the loft', isPlanned: true },
    { label: 'Insulate the walls', isPlanned: true },
  ])
  expect(last.grants.map(({ key }) => key)).toContain('bus.off-grid-oil-lpg')
  expect(last.questions.length).toBeGreaterThan(2)
  const sum = (end: 'low' | 'middle' | 'high') => body.jobs.reduce((all: number, job: PlannedJob) => all + (job.cost[end] ?? 0), 0)
  expect(body.total.cost).toMatchObject({ low: sum('low'), middle: sum('middle'), high: sum('high') })
  expect(body.total.saving.low).toBeLessThan(body.total.saving.high)
})

test('plans the jobs within the budget by default', async () => {
  const { body } = await plan({ budget: '400' })
  expect(namesOf(body)).toEqual(['draughts'])
  expect(body.choices.filter(({ isChosen }: { isChosen: boolean }) => isChosen)).toHaveLength(1)
  expect(namesOf((await plan({ budget: '0' })).body)).toEqual([])
})

test('uses the grants of Scotland, and requires prices in Northern Ireland', async () => {
  const keys = async (query: Record<string, string>) =>
    (await plan({ jobs: 'heat-pump', ...query })).body.jobs?.[0]?.grants.map(({ key }: { key: string }) => key)
  expect(await keys({ postcode: 'EH1' })).toContain('scotland.heat-pump-grant')
  const own = { electricityPrice: '30', fuelPrice: '8', export: '10' }
  expect(await keys({ postcode: 'BT9', ...own })).not.toEqual(expect.arrayContaining(['bus.air-to-water']))
  expect((await plan({ postcode: 'BT9' })).body.errors.map(({ path }: { path: string }) => path)).toContain('electricityPrice')
})

test('reports invalid inputs by field', async () => {
  for (const [query, path] of [
    [{ jobs: 'palace' }, 'jobs'],
    [{ age: 'old' }, 'age'],
    [{ consumption: '-1' }, 'consumption'],
  ] as const)
    expect((await plan(query)).body.errors).toMatchObject([{ path }])
})

test('the query parameters are the inputs of the tool, jobs and tenure', () => {
  const names = whichFirstTool.inputs.map(({ name }) => name)
  expect(PLAN_PARAMETERS.toSorted()).toEqual([...names, 'jobs', 'tenure'].toSorted())
  expect(readPlanQuery(new URLSearchParams('jobs=loft&jobs=walls&use=&nonsense=1'))).toEqual({ jobs: 'loft,walls' })
})
