/** Tests that mistakes in units and contradictions between inputs are refused with a text that says what to enter. */
import { describe, expect, test } from 'vitest'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { fillForm } from '#features/tools/tool-form.policy.ts'
import type { ToolName } from './tool.policy.ts'
import { runTool, TOOLS } from './tools.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-28')
const runQuery = (name: ToolName, query: string) => runTool(name, Object.fromEntries(new URLSearchParams(query)), referenceValues)
function getErrors(name: ToolName, query: string): Record<string, string> {
  const result = runQuery(name, query)
  return result.isValid ? {} : result.errors
}
function getResults(name: ToolName, query: string) {
  const result = runQuery(name, query)
  if (!result.isValid) throw new Error(JSON.stringify(result.errors))
  return result
}

describe('prices', () => {
  test.each<[ToolName, string, Record<string, string>]>([
    ['heat-pump', 'consumption=11500&electricityPrice=0.26', { electricityPrice: 'Enter pence, such as 26 for £0.26.' }],
    ['heat-pump', 'consumption=11500&meterGoes=1&standingCharge=0.29', { standingCharge: 'Enter pence, such as 29 for £0.29.' }],
    ['car-and-tariff', 'pumpPrice=1.585', { pumpPrice: 'Enter pence, such as 158.5 for £1.585.' }],
    ['solar', 'slopes=4:35:S:none&import=0.9', { import: 'Enter pence, such as 90 for £0.90.' }],
    ['solar', 'slopes=4:35:S:none&import=0.2611', { import: 'Enter pence, such as 26.11 for £0.2611.' }],
  ])('in pounds are refused by %s', (name, query, errors) => {
    expect(getErrors(name, query)).toEqual(errors)
  })
  test('of public chargers are required if the car charges there', () => {
    expect(getErrors('car-and-tariff', 'charging=public')).toEqual({ carPrice: 'Enter the price of the public chargers.' })
    expect(getErrors('car-and-tariff', 'charging=public&carPrice=55')).toEqual({})
  })
  test('of nothing are valid: a free hour, or no export rate', () => {
    expect(getErrors('solar', 'slopes=4:35:S:none&export=0')).toEqual({})
    expect(getErrors('car-and-tariff', 'nightPrice=0&standingCharge=0')).toEqual({})
  })
  test('per litre of oil are refused in the fields per kilowatt-hour', () => {
    const job = 'area=85&uBefore=1.5&uAfter=0.7&fuel=oil'
    expect(getErrors('insulation', `${job}&price=95`)['price']).toContain('price of a litre')
    expect(getErrors('insulation', `${job}&litrePrice=95`)).toEqual({})
    expect(getErrors('heat-pump', 'fuel=oil&consumption=20000&fuelPrice=95')['fuelPrice']).toContain('price of a litre')
    expect(getErrors('which-first', 'fuel=lpg&consumption=20000&fuelPrice=95')['fuelPrice']).toContain('price of a litre')
  })
})

test.each<[ToolName, string]>([
  ['which-first', 'fuel=oil&consumption=2400&litrePrice=95&people=5'],
  ['heat-pump', 'fuel=oil&consumption=2400&litrePrice=95'],
  ['heat-loss', 'fuel=oil&consumption=2400&people=5'],
])('litres of oil in the field for kilowatt-hours are refused by %s', (name, query) => {
  expect(getErrors(name, query)['consumption']).toContain('Are these litres?')
})

describe('heat-loss', () => {
  test('takes litres of oil or LPG', () => {
    const byLitres = getResults('heat-loss', 'fuel=oil&litres=2000&region=6')
    expect(byLitres.results).toEqual(getResults('heat-loss', 'fuel=oil&consumption=20580&region=6').results)
    expect(byLitres.constants.map(({ key }) => key)).toContain('heat.oil-litre')
  })
  test('names the unit of the fuel in its errors', () => {
    expect(getErrors('heat-loss', 'fuel=oil&litres=200')['litres']).toContain('1,000 to 3,000 litres')
    expect(getErrors('heat-loss', 'consumption=900')['consumption']).toContain('gas meter')
    expect(getErrors('heat-loss', 'fuel=electric&consumption=900')['consumption']).not.toContain('gas meter')
  })
})

test('an area of insulation that few homes have is pointed out', () => {
  const listCodes = (area: number) =>
    getResults('insulation', `area=${area}&uBefore=0.4&uAfter=0.16&region=6`).warnings.map(({ code }) => code)
  expect(listCodes(450)).toContain('area-unlikely')
  expect(listCodes(300)).not.toContain('area-unlikely')
})

test('a load management limit above the main fuse is refused', () => {
  expect(getErrors('supply', 'house=45&charger=32&fuse=60&limit=80')).toEqual({ limit: 'The limit must not be above the main fuse, 60 A.' })
  expect(getErrors('supply', 'house=45&charger=32&fuse=60&limit=60')).toEqual({})
})

describe('a battery', () => {
  test('larger than those of homes is refused', () => {
    expect(getErrors('solar', 'slopes=4:35:S:none&battery=50')).toEqual({ battery: 'Enter at most 41 kWh.' })
  })
  test('that is charged more than once a day is pointed out, and more than three times a day is refused', () => {
    expect(getResults('battery', 'energy=1700&size=3').warnings.map(({ code }) => code)).toContain('more-than-a-charge-a-day')
    expect(getResults('battery', 'energy=1000&size=3').warnings.map(({ code }) => code)).not.toContain('more-than-a-charge-a-day')
    expect(getErrors('battery', 'energy=9000&size=3')['energy']).toContain('about 1,095 kWh a year')
  })
  test('adds to the solar panels what the battery tool shows for the same roof', () => {
    const roof = 'postcode=LS6&slopes=2.4:36:E:none;2.4:36:W:none&use=3100'
    const getSaving = (battery: number) =>
      getResults('solar', `${roof}&import=26.11&export=12&battery=${battery}`).results['saving']?.middle ?? 0
    const alone = getResults('battery', `${roof}&mode=solar&size=5&dayPrice=26.11&export=12`).results['saving']?.middle ?? 0
    // 8.76 × 20 W × 26.11p = £45.74 of own draw are deducted in both.
    expect(alone).toBeCloseTo(88.36 - 45.74, 1)
    expect(getSaving(5) - getSaving(0)).toBeCloseTo(alone, 6)
    const { results } = getResults('solar', `${roof}&battery=5`)
    const [used, lost, bought, standby] = ['selfUse', 'lost', 'bought', 'standby'].map((name) => results[name]?.middle ?? 0)
    expect(lost).toBeCloseTo(76.85, 1)
    expect(standby).toBeCloseTo(175.2, 9)
    expect((used ?? 0) - (lost ?? 0) + (bought ?? 0) - (standby ?? 0)).toBeCloseTo(3100, 6)
    expect(getResults('solar', `${roof}&battery=0`).results['lost']).toBeUndefined()
  })
})

describe('Northern Ireland', () => {
  test.each<[ToolName, string]>([
    ['car-and-tariff', 'nation=northern-ireland'],
    ['car-and-tariff', 'postcode=BT9'],
    ['battery', 'nation=northern-ireland&energy=1700'],
    ['battery', 'postcode=BT9&energy=1700'],
  ])('gets no price of Great Britain in %s', (name, query) => {
    const errors = Object.values(getErrors(name, query))
    expect(errors.length).toBeGreaterThan(1)
    expect(errors.filter((error) => !error.includes('does not apply in Northern Ireland'))).toEqual([])
  })
  test('has to fill in a price, which is not optional', () => {
    const findField = (query: Record<string, string>) =>
      fillForm('heat-pump', { consumption: '11500', ...query }, referenceValues).fields.find(({ name }) => name === 'electricityPrice')
    expect(findField({ nation: 'northern-ireland' })).toMatchObject({ isOptional: false, error: expect.stringContaining('Enter your own') })
    expect(findField({ nation: 'england' })).toMatchObject({ isOptional: true, error: null })
  })
})

test('limits are stated with the pound sign before the amount, and in the singular', () => {
  expect(getErrors('heat-pump', 'consumption=11500&quote=600000')).toEqual({ quote: 'Enter at most £500,000.' })
  expect(getErrors('heat-pump', 'fuel=oil&litres=0&litrePrice=70')).toEqual({ litres: 'Enter at least 1 litre.' })
})

test('miles per kWh in the field for kWh a mile are converted', () => {
  expect(getErrors('car-and-tariff', 'kWhPerMile=3.6')).toEqual({
    kWhPerMile: 'Is this miles per kWh? 3.6 miles per kWh are 0.28 kWh a mile.',
  })
  expect(getErrors('car-and-tariff', 'kWhPerMile=20')['kWhPerMile']).toContain('at most 1')
})

test('a roof of 40 kWp is questioned', () => {
  const listCodes = (kwp: string) => getResults('solar', `slopes=${kwp}:35:S:none`).warnings.map(({ code }) => code)
  expect(listCodes('40')).toContain('large-system')
  expect(listCodes('4.0')).not.toContain('large-system')
  const battery = getResults('battery', 'mode=solar&slopes=40:35:S:none&size=5')
  expect(battery.warnings.map(({ code }) => code)).toContain('large-system')
})

test('a barrier takes the same away with and without a minus sign', () => {
  const getLevel = (barrier: string) => getResults('noise', `power=54&distance=5&barrier=${barrier}`).results['level']?.middle ?? 0
  expect(getLevel('5')).toBe(getLevel('-5'))
  expect(getLevel('5')).toBeCloseTo(getLevel('0') - 5, 9)
})

test('a low sound power names what to look for on the energy label', () => {
  const findMessage = (query: string) =>
    getResults('noise', `distance=5&${query}`).warnings.find(({ code }) => code === 'sound-pressure')?.message
  expect(findMessage('power=35')).toContain('look for the sound power outdoors, the number of decibels beside the loudspeaker')
  expect(findMessage('power=54&power2=35')).toContain('35 dB(A) is very little')
  expect(findMessage('power=54')).toBeUndefined()
})

test('the official range to look for is rounded up to ten miles', () => {
  // 125 ÷ 0.75 = 166.7
  expect(getResults('car-finder', 'drive=125').results['officialRange']?.middle).toBe(170)
  expect(getResults('car-finder', 'drive=120').results['officialRange']?.middle).toBe(160)
})

describe('car-and-tariff', () => {
  test('asks whether a share of 1 at night is 1% or all of it', () => {
    const error = 'Is this 1% or all of it? Enter 100 for all of it, or 0 for 1%.'
    expect(getErrors('car-and-tariff', 'nightShare=1')).toEqual({ nightShare: error })
    expect(getErrors('car-and-tariff', 'nightShare=0.01')).toEqual({ nightShare: error })
    expect(getResults('car-and-tariff', 'nightShare=100').inputs['nightShare']).toMatchObject({ value: 1, text: '100' })
    expect(getResults('car-and-tariff', 'nightShare=0.2').inputs['nightShare']).toMatchObject({ value: 0.2, text: '20' })
  })
  test('refuses fractions in the fields for per cent of a heat pump tariff', () => {
    const prices = 'cheapPrice=15&standardPrice=28&peakPrice=40'
    expect(getErrors('car-and-tariff', `${prices}&cheapShare=0.31`)).toEqual({ cheapShare: 'Enter per cent, such as 31 for 0.31.' })
    expect(getErrors('car-and-tariff', `${prices}&cheapShare=31&peakShare=0`)).toEqual({})
  })
  test('asks whether a price for the car above the flat rate is that of public chargers', () => {
    const listCodes = (query: string) => getResults('car-and-tariff', query).warnings.map(({ code }) => code)
    expect(listCodes('carPrice=60')).toContain('price-of-public-chargers')
    expect(listCodes('carPrice=60&charging=public')).not.toContain('price-of-public-chargers')
    expect(listCodes('carPrice=8')).not.toContain('price-of-public-chargers')
  })
})

describe('the message of a missing fuel use', () => {
  const ALTERNATIVES = ['litres', 'bill', 'heatedRooms']
  const fuels = TOOLS['which-first'].inputs.find(({ name }) => name === 'fuel')?.choices ?? []
  const heatings = TOOLS['which-first'].inputs.find(({ name }) => name === 'heating')?.choices ?? []
  const queries = fuels.flatMap(({ value: fuel }) => heatings.map(({ value: heating }) => ({ fuel, heating })))
  const toolsWithFuel = ['which-first', 'heat-pump', 'heat-loss'] as const

  test.each(toolsWithFuel)('of %s names another field only if the form asks for it', (name) => {
    const named = queries.flatMap((query) => {
      const { fields } = fillForm(name, query, referenceValues)
      const error = fields.find((field) => field.name === 'consumption')?.error ?? ''
      const isAsked = fields.some((field) => ALTERNATIVES.includes(field.name) && field.isAsked)
      return error.includes('instead') ? [{ ...query, isAsked }] : []
    })
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter(({ isAsked }) => !isAsked)).toEqual([])
  })
})

test.each<[ToolName, string, string, RegExp]>([
  ['supply', 'house=9', 'house', /9 kW are about 39 A/],
  ['supply', 'house=0', 'house', /kettle/],
  ['battery', 'mode=night&energy=1825&size=5&years=10&throughput=15', 'throughput', /15 MWh are 15,000 kWh/],
  ['battery', 'mode=night&energy=1825&years=10&cycles=6000', 'size', /cycles/],
  ['heat-loss', 'consumption=12000&people=3&design=3', 'design', /Is it −3 °C/],
  ['insulation', 'area=85&uBefore=1.5&uAfter=0.7&fuel=gas&efficiency=330', 'efficiency', /at most 100%/],
  ['insulation', 'area=85&uBefore=1.5&uAfter=0.7&fuel=gas&price=78', 'price', /decimal point/],
  ['heat-pump', 'fuel=gas&consumption=12000&fuelPrice=79.7', 'fuelPrice', /decimal point/],
  ['heat-pump', 'fuel=oil&litres=2400&litrePrice=7.8', 'litrePrice', /at least 20/],
  ['car-and-tariff', 'carOnlyPrice=7', 'carOnlyHousePrice', /as well/],
  ['car-and-tariff', 'kWhPerMile=1.8', 'kWhPerMile', /miles per kWh/],
])('%s refuses %s', (name, query, field, message) => {
  expect(getErrors(name, query)[field]).toMatch(message)
})

test.each<[ToolName, string, string]>([
  ['heat-pump', 'fuel=gas&consumption=1200', 'use-unlikely'],
  ['heat-pump', 'fuel=oil&litres=240&fuelPrice=8', 'use-unlikely'],
  ['car-and-tariff', 'dayPrice=9&nightPrice=29', 'prices-swapped'],
  ['radiators', 'rooms=900:400:20', 'radiator-below-loss'],
  ['solar', 'slopes=10:35:S:none', 'large-system'],
])('%s questions %s', (name, query, code) => {
  expect(getResults(name, query).warnings.map((warning) => warning.code)).toContain(code)
})

test('the coldest day of a Highland postcode is colder by default', () => {
  const getDesign = (postcode: string) => getResults('heat-loss', `consumption=12000&people=2&postcode=${postcode}`).inputs['design']?.value
  expect([getDesign('IV27'), getDesign('LS6'), getDesign('G12')]).toEqual([-5, -3, -3])
})

test('the standing charge is asked of homes that give up gas alone', () => {
  const getGain = (query: string) => getResults('heat-pump', query).results['gain']?.middle ?? 0
  const storage = 'nation=scotland&fuel=storage&consumption=5299'
  expect(getGain(`${storage}&standingCharge=54.83&meterGoes=1`)).toBe(getGain(storage))
  const gas = 'nation=england&fuel=gas&consumption=12000'
  expect(getGain(`${gas}&standingCharge=30&meterGoes=1`)).toBeCloseTo(getGain(gas) + 3.65 * 30, 6)
  expect(
    getErrors('heat-pump', 'nation=northern-ireland&fuel=gas&consumption=7000&electricityPrice=28&fuelPrice=9')['standingCharge'],
  ).toBeUndefined()
})

test('a battery above 15 kWh on a roof is treated as one of 15 kWh, and says so', () => {
  const run = (size: string) => getResults('battery', `postcode=LS6&mode=solar&slopes=4:36:S:none&size=${size}`)
  expect(run('30').results['saving']).toEqual(run('15').results['saving'])
  expect(run('30').warnings.map(({ code }) => code)).toContain('battery-above-sap')
  expect(run('15').warnings.map(({ code }) => code)).not.toContain('battery-above-sap')
})
