/** Tests the tools through the API: results, rejected inputs and form pages. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { TOOL_NAMES, type ToolName } from './catalogue/tool.policy.ts'
import { TOOLS } from './catalogue/tools.policy.ts'
import { getExample } from './inputs/read-tool-inputs.policy.ts'
import { runToolEndpoint, getToolFormEndpoint, listToolsEndpoint } from './tool.contract.ts'
import { TOOL_TEXTS } from './texts/tool-texts.policy.ts'
import { LIST_PARAMETERS, readToolQuery, TOOL_PARAMETERS } from './tool-parameters.policy.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite({ content: 'demo' })
})
afterAll(() => site.close())

type Query = Record<string, string | string[]>
const callTool = (tool: string, query: Query) => site.call(null, runToolEndpoint, { params: { tool: tool as ToolName }, query })
const getForm = (tool: string, query: Query = {}) => site.call(null, getToolFormEndpoint, { params: { tool: tool as ToolName }, query })
const parseQuery = (text: string) => Object.fromEntries(new URLSearchParams(text))

test('lists all tools with their inputs', async () => {
  const { body } = await site.call(null, listToolsEndpoint)
  expect(body.map(({ name }: { name: string }) => name)).toEqual([...TOOL_NAMES])
  expect(body[0].inputs.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['postcode', 'region', 'slopes', 'use', 'battery', 'import', 'export']),
  )
})

test('TOOL_PARAMETERS has exactly the inputs of the tools, and LIST_PARAMETERS those that can be repeated', () => {
  const inputs = Object.values(TOOLS).flatMap((tool) => tool.inputs)
  expect([...new Set(inputs.map(({ name }) => name))].toSorted()).toEqual(TOOL_PARAMETERS.toSorted())
  const lists = inputs.filter(({ kind }) => ['choices', 'slopes', 'elements', 'rooms'].includes(kind)).map(({ name }) => name)
  expect([...new Set(lists)].toSorted()).toEqual(LIST_PARAMETERS.toSorted())
})

describe.each([...TOOL_NAMES])('an unknown choice of %s', (name) => {
  const example = getExample(TOOLS[name])
  test('is reported with the labels of the form, and by the API also with the values', async () => {
    for (const { name: input, kind, choices } of TOOLS[name].inputs) {
      const query = { ...example, [input]: 'unknown-choice' }
      const { body: form } = await getForm(name, query)
      const field = form.fields.find((candidate: { name: string }) => candidate.name === input)
      if (!choices || kind === 'whole' || !field?.isAsked) continue
      for (const { label } of choices) expect(field.error).toContain(`“${label}”`)
      const { status, body } = await callTool(name, query)
      expect(status).toBe(400)
      const error = body.errors.find(({ path }: { path: string }) => path === input)
      expect(error.message).toBe(`${field.error} Values: ${choices.map(({ value }) => value).join(', ')}.`)
    }
  })
})

test('omits results whose inputs are missing and paybacks that are never reached', async () => {
  const withoutPrice = await callTool('battery', parseQuery('energy=1700&dayPrice=29&nightPrice=9&efficiency=0.9&standby=0&meanPrice=20'))
  expect(Object.keys(withoutPrice.body.results)).toEqual(['saving', 'standbyCost', 'breakEvenPrice'])
  const unprofitable = await callTool(
    'heat-pump',
    parseQuery('fuel=gas&consumption=9500&efficiency=0.8&scop=2.4&electricityPrice=30&fuelPrice=5&quote=13000'),
  )
  expect(unprofitable.body.results).not.toHaveProperty('payback')
  expect(unprofitable.body.warnings.map(({ code }: { code: string }) => code)).toContain('never-pays-back')
  const profitable = await callTool(
    'heat-pump',
    parseQuery('fuel=gas&consumption=9500&efficiency=0.8&scop=4&electricityPrice=20&fuelPrice=9&quote=13000'),
  )
  expect(profitable.body.results.payback.middle).toBeCloseTo((13000 - 7500) / ((9500 * 9 - (9500 * 0.8 * 20) / 4) / 100), 9)
  expect(profitable.body.warnings.map(({ code }: { code: string }) => code)).not.toContain('never-pays-back')
  expect((await callTool('car-and-tariff', {})).body.results).not.toHaveProperty('carOnlyTariff')
})

test('field errors have no space before a percent or degree sign', async () => {
  const { body } = await callTool('quote-check', { slopes: '4:95:S:none', vat: '120' })
  expect(body.errors).toEqual([
    { path: 'slopes', message: 'pitch: Enter at most 90°.' },
    { path: 'vat', message: 'Enter at most 100%.' },
  ])
})

test('grant reasons format dates and amounts of money', async () => {
  const { body } = await callTool('grants', { plans: 'electric-car,charger', tenure: 'tenant', nation: 'england', date: '2028-04-01' })
  const reasons = body.grants.map(({ because }: { because: string }) => because).join(' ')
  expect(reasons).toContain('The amount is known only until 31 March 2027.')
  expect(reasons).toContain('no more than £37,000 new')
  expect(reasons).not.toMatch(/\d{4}-\d{2}/)
})

describe('with all inputs, the API returns the unrounded value of the formula as `middle`', () => {
  test.each<[ToolName, string, Record<string, number>]>([
    [
      'solar',
      'postcode=LS6&slopes=2.4:36:E:none;2.4:36:W:none&use=3100&battery=0&import=26.11&export=12',
      { generation: 3411.7, selfUse: 1015.7, saving: 552.73, ceiling: 0.657 },
    ],
    [
      'heat-pump',
      'fuel=gas&consumption=11500&efficiency=0.85&scop=3.9&electricityPrice=26.11&fuelPrice=7.33&standingCharge=29.04&meterGoes=0&nation=england',
      { gain: 188.53, breakEvenScop: 3.03, carbonSaved: 1768 },
    ],
    ['heat-loss', 'consumption=17800&efficiency=0.85&people=2&region=5&indoor=20&design=-3', { heatLossCoefficient: 280, load: 6.44 }],
    ['radiators', 'loss=900&output=1400&room=20', { flowTemperature: 58.1 }],
    ['battery', 'mode=night&energy=1700&dayPrice=29&nightPrice=9&efficiency=0.9&standby=0&meanPrice=20', { saving: 323 }],
    ['car-and-tariff', 'mpg=45&pumpPrice=133.5&kWhPerMile=0.27&efficiency=0.9', { parityPrice: 45 }],
    ['insulation', 'area=45&uBefore=0.40&uAfter=0.16&region=6&efficiency=0.85&price=7.33', { saving: 39.1 }],
    ['noise', 'power=57&directivity=2&distance=3&barrier=0', { level: 39.48 }],
    ['supply', 'house=45&charger=32', { peak: 77 }],
    ['quote-check', 'kind=solar&region=11&slopes=4.8:36:S:none&use=3000&yield=4674&selfUse=0.75', { yieldPerKwp: 864.9 }],
    ['grants', 'plans=air-to-water&nation=england&fuel=gas', { total: 7500 }],
  ])('%s: the results equal the worked example', async (name, query, expected) => {
    const { status, body } = await callTool(name, parseQuery(query))
    expect(status).toBe(200)
    const roundedResults = Object.entries(expected).map(([result, value]) => {
      const decimals = String(value).split('.')[1]?.length ?? 0
      return [result, Number(body.results[result].middle.toFixed(decimals))]
    })
    expect(Object.fromEntries(roundedResults)).toEqual(expected)
  })
  test('solar: returns full precision and twelve months', async () => {
    const { body } = await callTool('solar', parseQuery('region=0&slopes=1:30:S:none&use=2500&battery=0&import=26.11&export=12'))
    expect(body.results.generation.middle.toFixed(4)).toBe('863.6197')
    expect(body.months).toHaveLength(12)
    expect(body.results.generation).toMatchObject({ unit: 'kWh' })
    expect(body.results.generation.low).toBeLessThan(body.results.generation.middle)
  })
})

test('defaults are returned with the date and source of their reference value', async () => {
  const { body } = await callTool('solar', { slopes: '4:30:S:none', postcode: 'LS6 2AB' })
  expect(body.inputs.import).toMatchObject({ whose: 'ours', value: 26.32 })
  expect(body.inputs.postcode.text).toBe('LS6')
  expect(body.constants.find(({ key }: { key: string }) => key === 'cap.electricity')).toMatchObject({
    value: 26.32,
    unit: 'p/kWh',
    validTo: '2026-12-31',
    source: { publisher: 'Ofgem' },
  })
})

describe('invalid inputs are reported by field, without results', () => {
  const hundredSlopes = Array(100).fill('1:30:S:none').join(';')
  test.each<[string, string, string[]]>([
    ['solar', 'slopes=4:30:S:none&use=999999999', ['use']],
    ['solar', 'slopes=4:30:S:none&use=-5&import=much', ['use', 'import']],
    ['solar', 'slopes=4:30:S:none&postcode=ZZ99', ['postcode']],
    ['solar', `slopes=${hundredSlopes}`, ['slopes']],
    ['solar', 'slopes=4:30:S:none&postcode=BT9&use=3000', ['import', 'export']],
    ['heat-pump', 'consumption=9000&nation=northern-ireland&fuelPrice=8&standingCharge=0', ['electricityPrice']],
    ['heat-loss', 'consumption=100&people=4', ['consumption']],
    ['radiators', 'loss=900&output=no', ['output']],
    ['battery', 'energy=1700&efficiency=7', ['efficiency']],
    ['car-and-tariff', 'mpg=-1', ['mpg']],
    ['insulation', 'area=45&uBefore=0.2&uAfter=0.3', ['uAfter']],
    ['noise', 'power=54&distance=0', ['distance']],
    ['supply', 'house=x', ['house']],
    ['quote-check', 'slopes=4:95:S:none', ['slopes']],
    ['grants', 'plans=charger&date=2020-01-01', ['date']],
    ['which-first', 'consumption=9000&nation=wales&postcode=EH1', ['nation']],
  ])('the API returns 400 and the form page shows the errors for %s?%s', async (name, query, fields) => {
    const { status, body } = await callTool(name, parseQuery(query))
    expect(status).toBe(400)
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(fields)
    expect(body).not.toHaveProperty('results')
    const formPage = (await getForm(name, parseQuery(query))).body
    expect(formPage.answer).toBeNull()
    expect(formPage.given).toEqual(parseQuery(query))
    type Field = { name: string; error: string | null; text: string }
    const invalidFields = formPage.fields.filter(({ error }: Field) => error !== null)
    expect(invalidFields.map((field: Field) => field.name)).toEqual(fields)
    const submitted = (formPage.fields as Field[]).filter(({ name: field }) => parseQuery(query)[field])
    expect(submitted.map(({ text }) => text)).toEqual(submitted.map(({ name: field }) => parseQuery(query)[field]))
  })
  test('the API returns 404 for unknown tools, ignores unknown inputs and rejects repeated ones', async () => {
    expect((await callTool('crystal-ball', {})).status).toBe(404)
    expect((await callTool('noise', { ...getExample(TOOLS.noise), nonsense: 'x' })).status).toBe(200)
    expect((await callTool('solar', { slopes: '4:30:S:none', use: ['1', '2'] })).body.errors).toMatchObject([{ path: 'use' }])
  })
})

test('every tool page has an example with results, labels for all of them and published guides', async () => {
  for (const name of TOOL_NAMES) {
    const { status, body } = await getForm(name)
    expect(status, name).toBe(200)
    expect(body.isExample, name).toBe(true)
    expect(body.answer, name).not.toBeNull()
    const calculatedResults = Object.entries(body.answer.results as Record<string, { middle: number | null }>).filter(
      ([, { middle }]) => middle !== null,
    )
    expect(
      calculatedResults.map(([result]) => result).filter((result) => !(result in TOOL_TEXTS[name].results)),
      name,
    ).toEqual([])
    const mainCount = body.results.filter(({ isMain }: { isMain: boolean }) => isMain).length
    expect(mainCount > 0 || body.answer.suitability !== undefined, name).toBe(true)
    expect(
      body.guides.map(({ slug }: { slug: string }) => slug),
      name,
    ).toEqual([...TOOL_TEXTS[name].guides])
    expect(body.formula.length > 0 && body.leavesOut.length > 0 && body.next.length > 0, name).toBe(true)
  }
})

test('fields whose default depends on other inputs stay empty and show the default', async () => {
  type Field = { name: string; text: string; ours: { text: string; validTo: string | null } | null; isAsked: boolean }
  const getFields = async (query: Query) =>
    new Map(((await getForm('heat-pump', query)).body.fields as Field[]).map((field) => [field.name, field]))
  const gasFields = await getFields({ fuel: 'gas', consumption: '11500' })
  expect(gasFields.get('fuelPrice')).toMatchObject({ text: '', ours: { text: '7.97', validTo: '2026-12-31' } })
  expect(gasFields.get('flow')).toMatchObject({ text: '45', isAsked: true })
  const oilFields = await getFields({ fuel: 'oil', consumption: '11500', scop: '3' })
  expect(oilFields.get('fuelPrice')?.ours).toBeNull()
  expect(oilFields.get('offGasGrid')?.ours).toMatchObject({ text: 'Yes' })
  expect(oilFields.get('flow')?.isAsked).toBe(false)
})

test('joins the repeated values of a form submitted without JavaScript', async () => {
  const submittedQuery = new URLSearchParams(
    'slopes=2.4&slopes=36&slopes=E&slopes=none&slopes=2.4&slopes=36&slopes=W&slopes=none&slopes=&slopes=&slopes=N&slopes=none&use=3100&plans=solar&plans=battery&import=',
  )
  expect(readToolQuery(submittedQuery)).toEqual({ plans: 'solar,battery', slopes: '2.4:36:E:none;2.4:36:W:none', use: '3100' })
  const repeatedResponse = await site.app.inject(`/api/tools/solar?${submittedQuery}`)
  const joinedResponse = await callTool('solar', { slopes: '2.4:36:E:none;2.4:36:W:none', use: '3100' })
  expect(repeatedResponse.json()).toEqual(joinedResponse.body)
})
