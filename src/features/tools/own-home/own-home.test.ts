/** Tests the saved home: it is private to its member, exported and erased with the account, and fills the tools. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nonEmpty } from '#tests/support/non-empty.ts'
import { deleteAccountEndpoint } from '#features/accounts/account.contract.ts'
import { makeSignedIn, TEST_PASSWORD } from '#features/accounts/account.factory.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { HOME_QUESTIONS } from '#site/my-home/home-questions.ts'
import { TOOL_NAMES, type ToolName } from '#features/tools/catalogue/tool.policy.ts'
import { runTool, TOOLS } from '#features/tools/catalogue/tools.policy.ts'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { getExample } from '#features/tools/inputs/read-tool-inputs.policy.ts'
import { PLAN_PARAMETERS } from '#features/tools/plan/plan-parameters.policy.ts'
import { makePlan } from '#features/tools/plan/plan.policy.ts'
import { HOME_INPUTS } from './home-inputs.policy.ts'
import { eraseOwnHomeEndpoint, getOwnHomeEndpoint, saveOwnHomeEndpoint } from './own-home.contract.ts'
import { fillExampleFromHome, fillFromHome, HOME_FIELDS, readStoredHome, type OwnHome } from './own-home.policy.ts'

const HOME: OwnHome = {
  postcode: 'LS6',
  house: 'terrace',
  age: 'before-1930',
  tenure: 'owner',
  people: '3',
  use: '3100',
  fuel: 'gas',
  consumption: '12000',
  electricityPrice: '25',
  fuelPrice: '6.5',
  export: '11',
  dayPrice: '29',
  nightPrice: '8',
  slopes: '2.4:36:E:none',
  battery: '5',
  done: 'loft,draughts',
}

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

test('saves one private home per member, with the first half of the postcode only', async () => {
  const [ann, ben] = [await makeSignedIn(site, 'Ann'), await makeSignedIn(site, 'Ben')]
  await ben.call(saveOwnHomeEndpoint, { body: { use: '9000' } })
  expect((await ann.call(getOwnHomeEndpoint)).body).toEqual({ home: {}, changedAt: null })
  const saved = await ann.call(saveOwnHomeEndpoint, { body: { ...HOME, postcode: 'ls6 2ab', people: '' } })
  const { people: _, ...filledFields } = HOME
  expect(saved.status).toBe(200)
  expect(saved.body.home).toEqual(filledFields)
  expect((await ann.call(saveOwnHomeEndpoint, { body: { use: '4000' } })).body.home).toEqual({ use: '4000' })
  expect((await ann.call(getOwnHomeEndpoint)).body.home).toEqual({ use: '4000' })
  const rows = await site.ctx.db.selectFrom('own_homes').selectAll().execute()
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows)).not.toMatch(/2ab/i)
  expect((await ann.call(eraseOwnHomeEndpoint)).body).toEqual({ home: {}, changedAt: null })
  expect((await ben.call(getOwnHomeEndpoint)).body.home).toEqual({ use: '9000' })
})

test('reports invalid answers by field and saves nothing; all three endpoints return 401 to guests', async () => {
  const cat = await makeSignedIn(site, 'Cat')
  const rejected = await cat.call(saveOwnHomeEndpoint, { body: { use: '-5', fuel: 'wood', postcode: 'ZZ9', people: '2' } })
  expect(rejected.status).toBe(400)
  expect(rejected.body.errors.map(({ path }: { path: string }) => path)).toEqual(['postcode', 'use', 'fuel'])
  expect((await cat.call(saveOwnHomeEndpoint, { body: { slopes: '4:30:S:none;'.repeat(200) } })).status).toBe(400)
  expect((await cat.call(getOwnHomeEndpoint)).body.home).toEqual({})
  for (const endpoint of [getOwnHomeEndpoint, saveOwnHomeEndpoint, eraseOwnHomeEndpoint])
    expect((await site.call(null, endpoint)).status).toBe(401)
})

test('the home is part of the account export, and is erased with the account', async () => {
  const dan = await makeSignedIn(site, 'Dan')
  const exportAccount = async () => (await site.app.inject({ url: '/api/me/export', headers: { cookie: dan.cookie } })).json()
  expect((await exportAccount()).home).toBeNull()
  await dan.call(saveOwnHomeEndpoint, { body: HOME })
  expect((await exportAccount()).home).toMatchObject({ home: HOME })
  expect((await dan.call(deleteAccountEndpoint, { body: { password: TEST_PASSWORD } })).status).toBe(200)
  expect(await site.ctx.db.selectFrom('own_homes').selectAll().where('user_id', '=', dan.id).execute()).toEqual([])
})

test('the saved home fills every tool with valid inputs', () => {
  const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')
  for (const name of TOOL_NAMES) {
    const names = TOOLS[name].inputs.map((input) => input.name)
    const filled = fillFromHome(name, names, getExample(TOOLS[name]), HOME)
    const runResult = runTool(name, filled, referenceValues)
    expect(runResult.isValid ? {} : runResult.errors, name).toEqual({})
  }
  const heated = { use: '2,500', consumption: '3000' }
  const findUse = (home: OwnHome) => fillFromHome('car-and-tariff', ['use'], {}, home)['use']
  expect(findUse({ ...heated, heating: 'heat-pump' })).toBe('5500')
  expect(findUse({ ...heated, heating: 'boiler' })).toBe('2,500')
  expect(findUse({ use: '2,500', heating: 'heat-pump' })).toBe('2,500')
  const findFuel = (name: string, heating: string) => fillFromHome(name, ['fuel'], {}, { heating })['fuel']
  expect(['heat-pump', 'insulation', 'heat-loss', 'grants'].map((name) => findFuel(name, 'storage'))).toEqual([
    'storage',
    'storage',
    'electric',
    'electric',
  ])
  expect(['heat-pump', 'insulation', 'heat-loss', 'grants'].map((name) => findFuel(name, 'heat-pump'))).toEqual([
    'electric',
    'heat-pump',
    'heat-pump',
    'heat-pump',
  ])
  const solar = fillFromHome('solar', ['postcode', 'slopes', 'use', 'battery', 'import', 'export'], {}, HOME)
  expect(solar).toEqual({ postcode: 'LS6', slopes: '2.4:36:E:none', use: '3100', battery: '5', import: '25', export: '11' })
  expect(fillFromHome('insulation', ['price', 'area'], { area: '45' }, HOME)).toEqual({ area: '45', price: '6.5' })
})

test('the example’s quote is left out if the saved home fills a tool', () => {
  const fillExample = (name: ToolName, home: OwnHome, example = getExample(TOOLS[name])) =>
    fillExampleFromHome(
      name,
      TOOLS[name].inputs.map((input) => input.name),
      example,
      home,
    )
  const home = { postcode: 'LS6', use: '2900', slopes: '3.6:35:S:none' }
  expect(fillExample('quote-check', home)).toEqual(home)
  expect(fillExample('heat-pump', { consumption: '9000' })).toEqual({ consumption: '9000' })
  // Without a value for the tool, its example is shown.
  expect(fillExample('heat-pump', home)).toBeUndefined()
  expect(fillExample('noise', {})).toBeUndefined()
  const optionalNames = TOOL_NAMES.flatMap((name) => {
    const filled = fillExample(name, HOME) ?? {}
    return TOOLS[name].inputs
      .filter((input) => input.isOptional && input.example !== undefined && filled[input.name])
      .map((input) => `${name}:${input.name}`)
  })
  expect(optionalNames).toEqual([])
})

test('the result of a quote-check that is filled from the home has no verdict on a price, yield or self-use', () => {
  const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')
  const names = TOOLS['quote-check'].inputs.map(({ name }) => name)
  const home = { postcode: 'LS6', use: '2900', slopes: '3.6:35:S:none' }
  const runResult = runTool(
    'quote-check',
    fillExampleFromHome('quote-check', names, getExample(TOOLS['quote-check']), home) ?? {},
    referenceValues,
  )
  if (!runResult.isValid) throw new Error(JSON.stringify(runResult.errors))
  const checks = runResult.details['checks'] as { key: string; verdict: string }[]
  expect(checks.map(({ key }) => key)).toEqual(['line-mcs', 'line-scaffold', 'line-network'])
  expect(runResult.results).toHaveProperty('yieldPerKwp')
})

test('saved panels count as installed in which-first and in the plan', () => {
  const fillDone = (home: OwnHome) => fillFromHome('which-first', PLAN_PARAMETERS, {}, home)['done']
  expect(fillDone({ slopes: '3.6:35:S:none' })).toBe('solar')
  expect(fillDone({ slopes: '3.6:35:S:none', done: 'solar,loft' })).toBe('solar,loft')
  expect(fillDone({ slopes: '3.6:35:S:none', done: 'draughts,heat-pump' })).toBe('draughts,solar,heat-pump')
  expect(fillDone({ done: 'loft' })).toBe('loft')
  expect(fillDone({ use: '2900' })).toBeUndefined()
  const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')
  const plan = makePlan(fillFromHome('which-first', PLAN_PARAMETERS, {}, { slopes: '3.6:35:S:none' }), referenceValues)
  expect(plan.isPlanned ? plan.choices.map(({ job }) => job) : plan.errors).not.toContain('solar')
})

test('the questions on the home page cover all fields and offer the same choices as the tools', () => {
  const questions = HOME_QUESTIONS.flatMap((group) => group.questions)
  expect(questions.map(({ field }) => field).toSorted()).toEqual(HOME_FIELDS.toSorted())
  for (const { field, choices } of nonEmpty(questions.filter(({ choices }) => choices)))
    expect(Object.entries(choices ?? {})).toEqual(HOME_INPUTS[field].choices?.map(({ value, label }) => [value, label]))
})

test('readStoredHome drops unknown fields and values that are not texts, and returns an empty home for invalid JSON', () => {
  expect(readStoredHome('{"use":"3100","fuel":7,"other":"x"}')).toEqual({ use: '3100' })
  for (const text of [null, '', 'x', '[]', 'null', '7']) expect(readStoredHome(text)).toEqual({})
})
