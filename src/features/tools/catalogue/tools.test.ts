/** Tests the tools from the query to results or field errors. */
import { describe, expect, test } from 'vitest'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { roundKwh, roundPounds } from '#features/tools/figures/rounding.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { getExample } from '#features/tools/inputs/read-tool-inputs.policy.ts'
import { TOOL_NAMES, type ToolName } from './tool.policy.ts'
import { TOOLS, runTool } from './tools.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')
type Query = Record<string, string>
const runWithValues = (name: ToolName, query: Query) => runTool(name, query, referenceValues)
function runValid(name: ToolName, query: Query) {
  const runResult = runWithValues(name, query)
  if (!runResult.isValid) throw new Error(JSON.stringify(runResult.errors))
  return runResult
}
const getMiddle = (name: ToolName, query: Query, result: string) => runValid(name, query).results[result]?.middle ?? Number.NaN
function getErrors(name: ToolName, query: Query) {
  const runResult = runWithValues(name, query)
  return runResult.isValid ? {} : runResult.errors
}

describe('with all inputs, runTool returns results under their API names', () => {
  test.each<[ToolName, string, Record<string, number>]>([
    [
      'solar',
      'postcode=LS6&slopes=2.4:36:E:none;2.4:36:W:none&use=3100&battery=5&import=26.11&export=12',
      { generation: 3411.7, selfUse: 1784.2, standby: 175.2, saving: 595.34 },
    ],
    ['solar', 'region=20&slopes=4:30:S:little&use=2500&battery=0&import=26.11&export=12', { generation: 3086.5, selfUse: 832.6 }],
    [
      'heat-pump',
      'fuel=gas&consumption=11500&efficiency=0.85&scop=2.76&electricityPrice=26.11&fuelPrice=7.33&standingCharge=29.04&meterGoes=1&nation=england',
      { gain: 24.22, breakEvenScop: 2.69, carbonSaved: 1632.7 },
    ],
    [
      'heat-loss',
      'consumption=11500&efficiency=0.85&people=3&region=6&indoor=20&design=-3',
      { hotWater: 1744.7, heatLossCoefficient: 152.9, load: 3.52 },
    ],
    ['radiators', 'loss=1200&output=2600&room=21', { flowTemperature: 51.1 }],
    [
      'battery',
      'mode=night&energy=1700&dayPrice=29&nightPrice=9&efficiency=0.9&standby=20&meanPrice=20&price=3000',
      { saving: 287.96, payback: 10.42 },
    ],
    ['battery', 'mode=solar&energy=768.5&dayPrice=26.11&nightPrice=12&efficiency=0.9&standby=0&meanPrice=20&price=3000', { saving: 88.37 }],
    ['battery', 'mode=solar&energy=768.5&dayPrice=26.11&export=12&efficiency=0.9&standby=20&price=3000', { saving: 42.63 }],
    ['noise', 'power=54&directivity=8&distance=5&barrier=0', { level: 38.06 }],
    ['insulation', 'area=45&uBefore=0.40&uAfter=0.16&region=17&efficiency=0.85&price=7.33', { saving: 52.2 }],
    ['car-and-tariff', 'mpg=45&pumpPrice=158.52&kWhPerMile=0.27&efficiency=0.9', { parityPrice: 53.38 }],
    [
      'car-and-tariff',
      'mpg=45&pumpPrice=158.52&kWhPerMile=0.28&efficiency=0.9&miles=8000&use=2700&nightShare=0.2&dayPrice=29&nightPrice=8&plainPrice=26.11&standingCharge=0&carOnlyHousePrice=25.5&carOnlyPrice=7.5',
      { nightTariff: 868.71, carOnlyTariff: 875.17, plainTariff: 1354.82 },
    ],
    ['supply', 'house=45&charger=32&limit=60', { chargingCurrent: 15, chargingPower: 3.45 }],
  ])('%s: the results equal the worked example for %s', (name, query, expected) => {
    const inputs = Object.fromEntries(new URLSearchParams(query))
    const roundedResults = Object.keys(expected).map((result) => {
      const value = getMiddle(name, inputs, result)
      const decimals = String(expected[result]).split('.')[1]?.length ?? 0
      return [result, Number(value.toFixed(decimals))]
    })
    expect(Object.fromEntries(roundedResults)).toEqual(expected)
  })
})

test('rejects repeated parameters, but joins those of checkboxes', () => {
  const getTextsOrErrors = (query: Record<string, string | string[]>) => {
    const runResult = runTool('grants', query, referenceValues)
    return runResult.isValid ? Object.values(runResult.inputs).map(({ text }) => text) : runResult.errors
  }
  expect(getTextsOrErrors({ plans: 'solar', nation: ['wales', 'england'] })).toEqual({ nation: 'Enter this only once.' })
  expect(getTextsOrErrors({ plans: [' solar ', 'battery'], nation: ' wales ' })).toEqual(
    getTextsOrErrors({ plans: 'solar,battery', nation: 'wales' }),
  )
})

test('calculates the battery’s energy from the roof, and takes the shade factor from the reference values', () => {
  const roof = { slopes: '2.4:36:E:none;2.4:36:W:none', postcode: 'LS6', use: '3100' }
  const battery = { ...roof, mode: 'solar', size: '5', dayPrice: '26.11', export: '12', efficiency: '0.9', price: '3000' }
  expect(getMiddle('battery', { ...battery, standby: '0' }, 'saving')).toBeCloseTo(88.36, 2)
  // 8.76 × 20 W × 26.11p = £45.74
  expect(getMiddle('battery', battery, 'saving')).toBeCloseTo(42.61, 2)
  expect(getErrors('battery', { ...battery, size: '' })).toEqual({ size: expect.stringContaining('size') })
  expect(
    getMiddle(
      'battery',
      { ...roof, mode: 'night', energy: '1700', dayPrice: '29', nightPrice: '9', efficiency: '0.9', standby: '0' },
      'saving',
    ),
  ).toBeCloseTo(323, 9)
  const getGeneration = (shade: string) => getMiddle('solar', { region: '0', slopes: `1:30:S:${shade}` }, 'generation')
  expect(getGeneration('significant') / getGeneration('none')).toBeCloseTo(0.65, 9)
})

test('every tool’s example returns results and constants with a source', () => {
  for (const name of TOOL_NAMES) {
    const { results, details, constants, inputs } = runValid(name, getExample(TOOLS[name]))
    expect(Object.keys({ ...results, ...details }).length, name).toBeGreaterThan(0)
    expect(
      constants.every(({ source }) => source.url !== ''),
      name,
    ).toBe(true)
    expect(Object.keys(inputs).length, name).toBeGreaterThan(0)
  }
})

test('input names are unique within a tool, and the catalogue has the order of TOOL_NAMES', () => {
  for (const { name, inputs } of Object.values(TOOLS)) {
    expect(new Set(inputs.map((input) => input.name)).size, name).toBe(inputs.length)
  }
  expect(Object.keys(TOOLS)).toEqual([...TOOL_NAMES])
})

test('marks defaults and lists their reference values; an input of the reader replaces them', () => {
  const roof = { region: '11', slopes: '4:30:S:none' }
  const withDefaults = runValid('solar', roof)
  expect(withDefaults.inputs['import']).toMatchObject({ value: 26.32, whose: 'ours' })
  expect(withDefaults.constants.find(({ key }) => key === 'cap.electricity')).toMatchObject({
    value: 26.32,
    unit: 'p/kWh',
    validTo: '2026-12-31',
  })
  expect(withDefaults.warnings.map(({ code }) => code)).not.toContain('expired:cap.electricity')
  const withOwnRate = runValid('solar', { ...roof, import: '30' })
  expect(withOwnRate.inputs['import']).toMatchObject({ value: 30, whose: 'reader' })
  expect(withOwnRate.constants.map(({ key }) => key)).not.toContain('cap.electricity')
  expect(runValid('solar', { slopes: '4:30:S:none', postcode: 'ls6 2ab' }).inputs['postcode']?.text).toBe('LS6')
})

test('derives the nation from a postcode whose area is in one nation only', () => {
  const getNation = (query: Query) => runValid('grants', { plans: 'air-to-water', ...query }).inputs['nation']
  expect(getNation({ postcode: 'IV1' })).toMatchObject({ value: 'scotland', whose: 'ours' })
  expect(getNation({ postcode: 'CF10 1AA' })).toMatchObject({ value: 'wales' })
  expect(getNation({ postcode: 'BT9' })).toMatchObject({ value: 'northern-ireland' })
  expect(getNation({ postcode: 'LS6' })).toMatchObject({ value: 'england' })
  expect(getNation({ postcode: 'TD15', nation: 'scotland' })).toMatchObject({ value: 'scotland', whose: 'reader' })
  expect(getNation({})).toMatchObject({ value: 'england', whose: 'ours' })
})

test('rounds pounds to 5 above 100, and kilowatt-hours to 10', () => {
  expect([99.4, 100, 102.4, 102.6, -188.5].map(roundPounds)).toEqual([99, 100, 100, 105, -190])
  expect([1015.7, 4.9].map(roundKwh)).toEqual([1020, 0])
})

test('accepts leading decimal points and thousands separators', () => {
  const job = { area: '45', uBefore: '.4', uAfter: '0.16', price: '7.33', degreeDays: '2,000' }
  expect(getMiddle('insulation', job, 'saving').toFixed(2)).toBe('35.76')
  expect(Object.keys(getErrors('insulation', { ...job, area: '4,5', uBefore: '.', degreeDays: '2,00' }))).toEqual([
    'area',
    'uBefore',
    'degreeDays',
  ])
})

describe('an invalid input is reported by field, without results, and all inputs are returned', () => {
  const roof = { postcode: 'LS6', slopes: '4:30:S:none', use: '3000', battery: '0', import: '26', export: '12' }
  test.each<[ToolName, Query, string, RegExp]>([
    ['solar', { ...roof, use: '-5' }, 'use', /not negative/],
    ['solar', { ...roof, use: 'much' }, 'use', /number/],
    ['solar', { ...roof, use: '1e9' }, 'use', /number/],
    ['solar', { ...roof, use: 'Infinity' }, 'use', /number/],
    ['solar', { ...roof, use: 'NaN' }, 'use', /number/],
    ['solar', { ...roof, use: '0' }, 'use', /at least/],
    ['solar', { ...roof, use: '100001' }, 'use', /at most 100,000 kWh/],
    ['solar', { ...roof, postcode: 'ZZ99 1AA' }, 'postcode', /postcode/],
    ['solar', { ...roof, postcode: 'JE2 3AB' }, 'postcode', /Channel Islands/],
    ['solar', { ...roof, slopes: Array(100).fill('1:30:S:none').join(';') }, 'slopes', /at most 4|too long/],
    ['solar', { ...roof, slopes: Array(5).fill('1:30:S:none').join(';') }, 'slopes', /at most 4/],
    ['solar', { ...roof, slopes: '' }, 'slopes', /fill this in/],
    ['solar', { ...roof, slopes: ';' }, 'slopes', /at least one/],
    ['solar', { ...roof, slopes: '4:95:S:none' }, 'slopes', /pitch.*at most 90/],
    ['solar', { ...roof, slopes: '4:30:up:none' }, 'slopes', /direction/],
    ['solar', { ...roof, slopes: '4:30:S:dark' }, 'slopes', /shade/],
    ['solar', { ...roof, slopes: '4:30:S:none;-1:30:S:none' }, 'slopes', /Row 2.*negative/],
    ['solar', { region: '22', slopes: '4:30:S:none' }, 'region', /at most 21/],
    ['solar', { region: '1.5', slopes: '4:30:S:none' }, 'region', /whole/],
    ['solar', { postcode: 'BT9 5AA', slopes: '4:30:S:none', use: '3000', import: '30' }, 'export', /Northern Ireland/],
    ['solar', { region: '21', slopes: '4:30:S:none', use: '3000', export: '10' }, 'import', /Northern Ireland/],
    [
      'heat-pump',
      { nation: 'northern-ireland', consumption: '9000', fuelPrice: '8', standingCharge: '0' },
      'electricityPrice',
      /Northern Ireland/,
    ],
    ['heat-pump', { nation: 'france', consumption: '9000' }, 'nation', /Choose/],
    ['heat-pump', { consumption: '9000', flow: '80' }, 'flow', /at most 75/],
    ['heat-pump', { consumption: '9000', fuel: 'oil' }, 'fuelPrice', /fill this in/],
    ['heat-pump', { consumption: '9000', meterGoes: 'yes' }, 'meterGoes', /yes \(1\)/],
    ['heat-loss', { consumption: '1000', people: '3' }, 'consumption', /hot water/],
    ['heat-loss', { consumption: '2200', people: '2', region: '6' }, 'consumption', /heat loss of 0\.23 kW.*between 1 kW/],
    ['heat-loss', { consumption: '190000', people: '2', efficiency: '1' }, 'consumption', /heat loss of 8\d kW/],
    ['heat-loss', { mode: 'fabric', elements: '45:0.16', volume: '1' }, 'elements', /lose only 0\.17 kW/],
    ['heat-loss', { mode: 'fabric', elements: '4000:5', volume: '200' }, 'elements', /lose 461 kW/],
    ['heat-loss', { consumption: '11500', people: '3', design: '9' }, 'design', /too mild/],
    ['heat-pump', { consumption: '9000', cheapPrice: '15', peakPrice: '40' }, 'standardPrice', /all three/],
    [
      'heat-pump',
      { consumption: '9000', cheapPrice: '15', standardPrice: '28', peakPrice: '40', cheapShare: '95' },
      'peakShare',
      /together are 104%/,
    ],
    ['insulation', { area: '45', uBefore: '0.2', uAfter: '0.3' }, 'uAfter', /lower/],
    ['insulation', { area: '45', uBefore: '1', uAfter: '0.3', postcode: 'BT1' }, 'price', /Northern Ireland/],
    ['noise', { power: '54', distance: '0', directivity: '4' }, 'distance', /at least/],
    ['noise', { power: '54', distance: '5', directivity: '3' }, 'directivity', /Choose/],
    ['noise', { power: '54', distance: '5', directivity: '4', barrier: '25' }, 'barrier', /at most 20/],
    ['grants', { plans: 'charger', date: '2020-01-01' }, 'date', /past/],
    ['grants', { plans: 'charger', date: '2027-02-30' }, 'date', /date/],
    ['grants', { plans: 'charger', nation: 'england', postcode: 'BT9' }, 'nation', /Northern Ireland/],
    ['which-first', { nation: 'scotland', region: '6', consumption: '9000', age: 'old' }, 'age', /Choose/],
    ['which-first', { nation: 'wales', postcode: 'EH1', consumption: '9000' }, 'nation', /Scotland/],
    ['supply', { house: '45', charger: '7.4', fuse: '80' }, 'charger', /7.4 kW is about 32 A/],
    ['supply', { house: '45', charger: '11', fuse: '80', phases: '3' }, 'charger', /11 kW is about 16 A/],
    ['grants', { plans: 'palace' }, 'plans', /Choose from/],
    // Only the fuel: its price has a default for each valid fuel.
    ['heat-pump', { consumption: '9000', fuel: 'coal' }, 'fuel', /Choose one of these: “Mains gas”/],
    ['radiators', { loss: '900' }, 'output', /fill this in/],
    ['battery', { energy: '1700', efficiency: '120' }, 'efficiency', /at most 100%/],
  ])('%s rejects %j', (name, inputs, field, message) => {
    const runResult = runWithValues(name, inputs)
    expect(runResult.isValid).toBe(false)
    if (runResult.isValid) return
    expect(Object.keys(runResult.errors)).toEqual([field])
    expect(runResult.errors[field]).toMatch(message)
    expect(runResult.given).toMatchObject(Object.fromEntries(Object.entries(inputs).map(([key, text]) => [key, text.trim()])))
  })
  test('all invalid and repeated inputs are reported, and names of Object.prototype are ignored', () => {
    expect(Object.keys(getErrors('solar', { ...roof, use: 'x', import: '-1', postcode: 'ZZ1' }))).toEqual(['postcode', 'use', 'import'])
    const repeated = runTool('solar', { ...roof, use: ['1', '2'] }, referenceValues)
    expect(repeated.isValid ? {} : repeated.errors).toHaveProperty('use')
    expect(getErrors('solar', { ...roof, ['__proto__']: 'x', constructor: 'y' })).toEqual({})
  })
})
