/** Tests grants and paybacks of the tool `heat-pump` by the kind of heat pump. */
import { describe, expect, test } from 'vitest'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { runTool } from '#features/tools/catalogue/tools.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-28')
function run(query: string) {
  const result = runTool('heat-pump', Object.fromEntries(new URLSearchParams(query)), referenceValues)
  if (!result.isValid) throw new Error(JSON.stringify(result.errors))
  return { ...result, codes: result.warnings.map(({ code }) => code) }
}
const getMiddle = (query: string, name: string) => run(query).results[name]?.middle

describe('a home with electric heaters', () => {
  const home = 'nation=england&fuel=electric&consumption=4100&scop=3.28&fuelPrice=16'

  test('gets the grant of an air-to-air heat pump, unless it plans radiators and pipes', () => {
    expect(getMiddle(home, 'grant')).toBe(2500)
    expect(getMiddle(`${home}&kind=air-to-water`, 'grant')).toBe(7500)
    expect(getMiddle(`${home}&nation=scotland`.replace('nation=england&', ''), 'grant')).toBe(0)
    expect(getMiddle(`${home}&quote=5350`, 'payback')).toBeCloseTo((5350 - 2500) / (getMiddle(home, 'gain') ?? 0), 6)
  })
  test('warns what an air-to-air heat pump does not do, and what pipes cost', () => {
    expect(run(home).warnings.find(({ code }) => code === 'air-to-air')?.message).toMatch(
      /heats no water.*hot water out of the fuel above\.$/,
    )
    expect(run(home.replace('&scop=3.28', '')).warnings.find(({ code }) => code === 'air-to-air')?.message).toContain('enter the SCOP')
    const { warnings } = run(`${home}&kind=air-to-water`)
    expect(warnings.find(({ code }) => code === 'needs-pipes')?.message).toContain('£3,500 to £8,000')
  })
})

describe('storage heaters', () => {
  test('are compared at the night rate, unless a price is entered', () => {
    const { inputs, results } = run('fuel=storage&consumption=6000&kind=air-to-water&scop=3')
    expect(inputs['fuelPrice']).toMatchObject({ value: 14, whose: 'ours' })
    // 6,000 kWh × 14p − 2,000 kWh × 26.32p
    expect(results['gain']?.middle).toBeCloseTo(840 - 526.4, 1)
    expect(getMiddle('fuel=storage&consumption=6000&scop=3&fuelPrice=20', 'gain')).toBeCloseTo(1200 - 526.4, 1)
  })
})

describe('SCOP', () => {
  const home = 'nation=england&consumption=11500'
  test('below what the grant asks for is named, where there is the grant', () => {
    expect(run(`${home}&scop=2.7`).codes).toContain('scop-below-grant')
    expect(run(`${home}&scop=2.8`).codes).not.toContain('scop-below-grant')
    expect(run('nation=scotland&consumption=11500&scop=2.7').codes).not.toContain('scop-below-grant')
  })
  test.each(['scop=2.7', 'flow=55', 'flow=65'])('below what the grant asks for leaves the ends of the ranges without it: %s', (query) => {
    const { results, codes } = run(`${home}&fuel=gas&fuelPrice=14&quote=12000&${query}`)
    expect(codes).toContain('scop-below-grant')
    expect(results['grant']).toMatchObject({ low: 0, middle: 7500, high: 7500 })
    expect(results['payback']?.high).toBeCloseTo(12_000 / (results['gain']?.low ?? 0), 6)
    expect(results['paybackBesideBoiler']?.high).toBeGreaterThan(4500 / (results['gain']?.low ?? 0))
    expect(run(`${home}&flow=50`).codes).not.toContain('scop-below-grant')
    expect(run(`${home}&kind=air-to-air&scop=2.7`).results['grant']).toMatchObject({ low: 2500, middle: 2500 })
  })
  test('of a label is compared with homes', () => {
    expect(run(`${home}&scop=4.1`).warnings.find(({ code }) => code === 'scop-of-label')?.message).toContain('about 3.3')
    expect(run(`${home}&scop=3.7`).codes).not.toContain('scop-of-label')
    expect(run(home).codes).not.toContain('scop-of-label')
  })
  test('of a flow above 55 °C is that of 55 °C, with a warning', () => {
    expect(run(`${home}&flow=65`).results['scop']).toEqual(run(`${home}&flow=55`).results['scop'])
    expect(run(`${home}&flow=65`).codes).toContain('flow-above-55')
    expect(run(`${home}&flow=55`).codes).not.toContain('flow-above-55')
  })
})

test('the larger grant for oil is likely, and the ends of the ranges count the smaller one', () => {
  const { results } = run('nation=wales&fuel=oil&litres=2000&fuelPrice=9&scop=3.3&quote=16000')
  expect(results['grant']).toMatchObject({ low: 7500, middle: 9000, high: 9000 })
  const { low, middle } = results['gain'] ?? {}
  expect(results['payback']?.middle).toBeCloseTo(7000 / (middle ?? 0), 6)
  expect(results['payback']?.high).toBeCloseTo(8500 / (low ?? 0), 6)
  expect(results['paybackBesideBoiler']?.middle ?? null).toBeNull()
  expect(run('nation=wales&fuel=oil&litres=2000&fuelPrice=9&offGasGrid=0').results['grant']).toMatchObject({ low: 7500, high: 7500 })
})

test('the grant of Home Energy Scotland is likely, and the ends of the ranges are without it', () => {
  const { results } = run('nation=scotland&fuel=gas&consumption=12000&scop=4&quote=14000')
  expect(results['grant']).toMatchObject({ low: 0, middle: 7500, high: 7500 })
  const { low, middle } = results['gain'] ?? {}
  expect(results['payback']?.middle).toBeCloseTo(6500 / (middle ?? 0), 6)
  expect(results['payback']?.high).toBeCloseTo(14_000 / (low ?? 0), 6)
})

test('air to air in a home on gas has its own grant, and no boiler is saved', () => {
  const home = 'nation=england&fuel=gas&consumption=12000&quote=9000&scop=3.3'
  expect(getMiddle(`${home}&kind=air-to-air`, 'grant')).toBe(2500)
  expect(run(`${home}&kind=air-to-air`).results['paybackBesideBoiler']).toBeUndefined()
  expect(getMiddle(home, 'grant')).toBe(7500)
  expect(getMiddle(home, 'paybackBesideBoiler')).toBeDefined()
})

test('a grant that pays the whole quote is stated, and there is nothing to pay back', () => {
  const { results, codes } = run('nation=england&consumption=11500&scop=3.9&quote=7000')
  expect(results['payback']?.middle).toBe(0)
  expect(codes).toContain('grant-pays-all')
  expect(run('nation=england&consumption=11500&scop=3.9&quote=7501').results['payback']?.middle).toBeGreaterThanOrEqual(1 / 12)
  expect(run('nation=england&consumption=11500&scop=3.9&quote=7501').codes).not.toContain('grant-pays-all')
})
