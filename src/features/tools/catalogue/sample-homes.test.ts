/** Tests the tools with three kinds of homes, whose values were calculated by hand. */
import { describe, expect, test } from 'vitest'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { fillForm } from '#features/tools/tool-form.policy.ts'
import type { HomeNote } from '#features/tools/sums/which-first/home-notes.policy.ts'
import type { RankedJob } from '#features/tools/sums/which-first/which-first.policy.ts'
import type { ToolName } from './tool.policy.ts'
import { runTool } from './tools.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-28')
function run(name: ToolName, query: string) {
  const result = runTool(name, Object.fromEntries(new URLSearchParams(query)), referenceValues)
  if (!result.isValid) throw new Error(JSON.stringify(result.errors))
  const jobs = (result.details['jobs'] ?? []) as RankedJob[]
  return {
    ...result,
    jobs,
    findJob: (key: string) => jobs.find(({ job }) => job === key),
    notes: (result.details['notes'] ?? []) as HomeNote[],
  }
}
const getErrors = (name: ToolName, query: string) => {
  const result = runTool(name, Object.fromEntries(new URLSearchParams(query)), referenceValues)
  return result.isValid ? {} : result.errors
}
/** 365 × (25 × 2 + 36) × 4.19 × 37 ÷ 3600. */
const HOT_WATER_KWH = 1351.775

describe('a semi of the 1930s on gas in Leeds', () => {
  const home = 'postcode=LS6&house=semi&age=1930-1982&glazing=double-old&consumption=12000&efficiency=85&fuelPrice=7.33&budget=5000'
  // 12,000 × 0.85 − hot water, and the loss of 127.5 + 47.6 + 19.8 + 34.65 + 58.806 W/K, of which 5% are draughts.
  const roomsKwh = 10_200 - HOT_WATER_KWH
  const lossWattsPerKelvin = 288.356

  test('with an empty cavity stops draughts and fills the walls first', () => {
    const { jobs, findJob, results } = run('which-first', `${home}&walls=empty-cavity`)
    expect(jobs.map(({ job }) => job).slice(0, 2)).toEqual(['draughts', 'walls'])
    expect(findJob('draughts')?.saving.middle).toBeCloseTo(38.15, 2)
    const wallKwh = (roomsKwh * 0.95 * 85 * (1.5 - 0.7) * 0.8) / (lossWattsPerKelvin * 0.95)
    expect(wallKwh).toBeCloseTo(1669.3, 0)
    expect(findJob('walls')?.saving.middle).toBeCloseTo(143.95, 1)
    expect(findJob('walls')?.cost).toMatchObject({ low: 800, middle: 1500, high: 3000 })
    expect(results['saving']?.high ?? 0).toBeLessThan(12_000 * 0.0733)
  })
  test('with a filled cavity has no job for the walls', () => {
    const { findJob } = run('which-first', `${home}&walls=filled-cavity`)
    expect(findJob('walls')).toBeUndefined()
    expect(findJob('loft')).toBeDefined()
    expect(findJob('heat-pump')?.cost.middle).toBe(9500 - 7500)
  })
})

describe('a home with a heat pump', () => {
  test('finds its heat loss from the electricity that the heat pump used', () => {
    const { results } = run('heat-loss', 'fuel=heat-pump&consumption=3000&scop=3&people=2&postcode=LS6')
    const { results: byHeat } = run('heat-loss', 'fuel=electric&consumption=9000&people=2&postcode=LS6')
    expect(results['load']).toEqual(byHeat['load'])
    expect(getErrors('heat-loss', 'fuel=heat-pump&consumption=300&people=2')['consumption']).toContain('electricity of the heat pump')
  })
  test('saves electricity ÷ SCOP by insulation', () => {
    const job = 'area=45&uBefore=0.4&uAfter=0.16&region=0'
    const [heatPump, direct, storage] = ['heat-pump', 'electric', 'storage'].map(
      (fuel) => run('insulation', `${job}&fuel=${fuel}`).results['saving']?.middle ?? 0,
    )
    expect(heatPump).toBeCloseTo((direct ?? 0) / 3.3, 6)
    expect(storage).toBeCloseTo(((direct ?? 0) * 14) / 26.32, 6)
  })
})

describe('a rented flat with storage heaters in Glasgow', () => {
  const home =
    'postcode=G12&tenure=tenant&house=flat&age=before-1930&walls=solid&glazing=single&heating=storage&bill=1600&use=2500&electricityPrice=26.11&fuelPrice=14'

  test('finds the heating in the bill, and marks what the landlord must do', () => {
    const { jobs, findJob, results } = run('which-first', home)
    // (£1,600 − 365 × 54.83p − 2,500 × 26.11p) ÷ 14p = 5,337 kWh, of which 3,985 kWh are for rooms.
    const heatingKwh = (160_000 - 365 * 54.83 - 2500 * 26.11) / 14
    expect(heatingKwh).toBeCloseTo(5336.58, 1)
    expect(findJob('draughts')?.saving.middle).toBeCloseTo((heatingKwh - HOT_WATER_KWH) * 0.05 * 0.14, 3)
    // Walls 40 × 1.7, windows 10 × 4.8, air 0.33 × 0.75 × 60 × 2.4: 151.64 W/K.
    expect(findJob('walls')?.saving.middle).toBeCloseTo(((heatingKwh - HOT_WATER_KWH) * 40 * 1.4 * 0.8 * 0.14) / 151.64, 3)
    expect(jobs.map(({ job, who }) => [job, who])).toEqual([
      ['draughts', 'you'],
      ['walls', 'landlord'],
      ['windows', 'landlord'],
    ])
    // The price for a semi-detached home of 99 m² in proportion to the 60 m² of a flat.
    expect(results['cost']?.low).toBeCloseTo((100 * 60) / 99, 6)
    expect(results['cost']?.middle).toBeCloseTo((250 * 60) / 99, 6)
    expect(results['cost']?.high).toBeCloseTo((500 * 60) / 99, 6)
  })
  test('warns that an air-to-water heat pump needs pipes, and lists alternatives', () => {
    const { notes } = run('which-first', home)
    expect(notes.map(({ key }) => key)).toEqual(['alone', 'landlord', 'no-pipes'])
    expect(notes.at(-1)?.lines.join(' ')).toMatch(/wet system.*air-to-air.*storage heaters/)
    expect(notes.at(-1)?.lines.join(' ')).not.toContain('Boiler Upgrade Scheme')
  })
  test('can enter its rooms or kilowatt-hours instead of the bill', () => {
    const withRooms = run('which-first', home.replace('bill=1600', 'heatedRooms=3'))
    const withKwh = run('which-first', home.replace('bill=1600', 'consumption=3000'))
    expect(withRooms.results).toEqual(withKwh.results)
    expect(getErrors('which-first', home.replace('bill=1600', 'bill=800'))).toEqual({ bill: expect.stringContaining('nothing is left') })
  })
})

describe('a farmhouse on oil in Powys', () => {
  const home = 'postcode=LD1&house=detached&age=before-1930&walls=solid&glazing=single&fuel=oil&litres=2500&litrePrice=75&efficiency=85'

  test('converts litres and pence per litre', () => {
    const { findJob, constants } = run('which-first', home)
    // 2,500 × 10.29 kWh × 0.85 − hot water = 20,514 kWh for rooms; 75p ÷ 10.29 = 7.289p.
    expect(findJob('draughts')?.saving.middle).toBeCloseTo((((25_725 * 0.85 - HOT_WATER_KWH) * 0.05) / 0.85) * (0.75 / 10.29), 2)
    expect(constants.map(({ key }) => key)).toContain('heat.oil-litre')
    expect(findJob('draughts')?.saving.middle).toBeCloseTo(87.95, 1)
    // Walls 140 × 1.7, windows 26 × 4.8, roof 76 × 0.4, floor 76 × 0.7, air 90.29: 536.69 W/K, more than the meter's.
    const walls = run('which-first', `${home}&done=loft,heat-pump&budget=0`).findJob('walls')
    const loss = (238 + 124.8 + 76 * 0.16 + 53.2 + 90.29) * 0.95
    expect(walls?.saving.middle).toBeCloseTo((((20_514.47 * 0.95 * 140 * 1.4 * 0.8) / loss / 0.85) * 0.75) / 10.29, 1)
  })
  test('gets the larger grant off the gas grid, for a heat pump priced by its size', () => {
    const heatPump = run('which-first', `${home}&done=draughts,loft,walls,windows,floor`).findJob('heat-pump')
    // 20,514 kWh ÷ 52.68 = 389.4 W/K; × 23 K = 9.0 kW: £12,000 + (8.96 − 8) ÷ 6 × £4,000 − £9,000.
    expect(heatPump?.remark).toContain('9.0 kW')
    expect(heatPump?.cost.middle).toBeCloseTo(3000 + ((20_514.47 / 52.68) * 0.023 - 8) * (4000 / 6), 0)
  })
  test('saves the same in the insulation and heat pump tools, in litres or in kilowatt-hours', () => {
    const job = 'area=72.5&uBefore=0.4&uAfter=0.16&postcode=LD1&fuel=oil'
    expect(run('insulation', `${job}&litrePrice=75`).results).toEqual(run('insulation', `${job}&price=${75 / 10.29}`).results)
    // 72.5 × 0.24 × 52.68 × 0.8 ÷ 0.85 × 7.289p.
    expect(run('insulation', `${job}&litrePrice=75`).results['saving']?.middle).toBeCloseTo(62.88, 1)
    const { results } = run('heat-pump', 'fuel=oil&litres=2500&litrePrice=75&quote=14000&nation=wales')
    expect(results['gain']?.middle).toBeCloseTo(1875 - ((25_725 * 0.85) / 3.3) * 0.2632, 6)
    expect(results['grant']?.middle).toBe(9000)
  })
})

describe('older URLs', () => {
  test('shares above 1 are per cent, and shares of older URLs stay shares', () => {
    const job = 'area=45&uBefore=0.4&uAfter=0.16&price=7.33'
    const byPercent = run('insulation', `${job}&efficiency=85`)
    expect(byPercent.results).toEqual(run('insulation', `${job}&efficiency=0.85`).results)
    expect(byPercent.inputs['efficiency']).toMatchObject({ value: 0.85, text: '85', unit: 'share' })
    expect(run('insulation', `${job}&efficiency=3&fuel=electric`).results).toEqual(
      run('insulation', `${job}&efficiency=300&fuel=electric`).results,
    )
    expect(run('quote-check', 'slopes=4:30:S:none&selfUse=1').inputs['selfUse']).toMatchObject({ value: 1, text: '100' })
    expect(getErrors('insulation', `${job}&efficiency=900`)).toEqual({ efficiency: 'Enter at most 800%.' })
    expect(getErrors('which-first', 'efficiency=15')).toEqual({ efficiency: 'Enter at least 20%.' })
    expect(getErrors('which-first', 'efficiency=most')).toEqual({ efficiency: 'Enter a percentage, such as 85.' })
  })
  test('the form shows shares and their defaults in per cent', () => {
    const findField = (query: Record<string, string>) =>
      fillForm('insulation', { area: '45', uBefore: '0.4', uAfter: '0.16', ...query }, referenceValues).fields.find(
        ({ name }) => name === 'efficiency',
      )
    expect(findField({ efficiency: '0.85' })?.text).toBe('85')
    expect(findField({ efficiency: 'most' })?.text).toBe('most')
    expect(findField({})?.ours?.text).toBe('85')
  })
  test('an electric home without a heating system has direct heaters and no pipes; the form does not ask for the fuel', () => {
    const query = { house: 'flat', fuel: 'electric', consumption: '4000' }
    const { inputs, notes } = run('which-first', new URLSearchParams(query).toString())
    expect(inputs['heating']).toMatchObject({ text: 'direct', whose: 'ours' })
    expect(notes.map(({ key }) => key)).toContain('no-pipes')
    const { fields } = fillForm('which-first', { ...query, heating: 'storage', fuel: 'gas' }, referenceValues)
    expect(fields.find(({ name }) => name === 'fuel')?.isAsked).toBe(false)
    expect(fields.find(({ name }) => name === 'bill')?.isAsked).toBe(true)
  })
})
