/** Tests the heat pump among the jobs of the tool `which-first`: its price, grant, EPC points and running costs. */
import { describe, expect, test } from 'vitest'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { findHeatPumpPrice } from '#features/tools/sums/heat-pump/heat-pump-price.policy.ts'
import type { WhichFirstInputs } from './home-state.policy.ts'
import { TEST_HOME } from './which-first.factory.ts'
import { rankJobs } from './which-first.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-28')

const getResult = (changes: Partial<WhichFirstInputs> = {}) => rankJobs({ ...TEST_HOME, ...changes }, referenceValues)
const getJobs = (changes: Partial<WhichFirstInputs> = {}) => getResult(changes).jobs
const listJobNames = (changes: Partial<WhichFirstInputs>) => getJobs(changes).map(({ job }) => job)

describe('heat pump', () => {
  const findHeatPump = (changes: Partial<WhichFirstInputs>) => getJobs(changes).find(({ job }) => job === 'heat-pump')

  test('gains EPC points in a gas home by the standing charge that ends', () => {
    const done = ['draughts', 'loft', 'walls', 'floor', 'windows', 'solar'] as const
    const points = findHeatPump({ done, consumptionKwh: 12_000 })?.epcPoints.middle ?? 0
    // SAP: 12,000 kWh × 3.64p + £92 − 12,000 × 0.85 ÷ 3.3 × 16.49p = £19.11 a year, × 0.36 ÷ 144 m² × 16.21 = 0.8 points.
    expect(points).toBeCloseTo(0.8, 0)
    expect(points).toBeGreaterThan(0.5)
  })
  test('that costs more to run is not counted within the budget, and says so', () => {
    const cheapOil = {
      fuel: 'oil',
      house: 'detached',
      age: 'before-1930',
      consumptionKwh: 24_700,
      fuelPencePerKwh: 6,
      budgetPounds: 50_000,
    } as const
    const heatPump = findHeatPump(cheapOil)
    expect(heatPump?.saving.middle).toBeLessThan(0)
    expect(heatPump?.isWithinBudget).toBe(false)
    expect(heatPump?.remark).toMatch(/costs about £\d+ more a year to run/)
    expect(getResult(cheapOil).results['saving']?.middle).toBeGreaterThan(0)
    expect(findHeatPump({ ...cheapOil, fuelPencePerKwh: 7.6 })?.remark).toContain('At the low end it costs more to run')
  })
  test('is larger in the Highlands, where the coldest day is colder', () => {
    const findKw = (region: number) => Number(/heat loss of about ([\d.]+) kW/.exec(findHeatPump({ region })?.remark ?? '')?.[1])
    const ratio = findKw(17) / findKw(6)
    // (20 + 5) ÷ (20 + 3) K, at 2,188 ÷ 2,917 degree-days.
    expect(ratio).toBeCloseTo(((25 / 23) * 2188) / 2917, 1)
  })
  test('the high end of its cost counts the grant that is certain', () => {
    const oil = { fuel: 'oil', isOffGasGrid: true } as const
    const [likely, certain] = [findHeatPump(oil)?.cost, findHeatPump({ ...oil, isOffGasGrid: false })?.cost]
    expect(likely?.high).toBe(certain?.high)
    expect((certain?.middle ?? 0) - (likely?.middle ?? 0)).toBe(1500)
  })
  test('lists its prerequisites, and the nation’s grant is deducted from its cost', () => {
    expect(findHeatPump({ done: ['loft'] })?.after).toEqual(['draughts', 'walls'])
    // Solid walls cost too much to wait for.
    expect(findHeatPump({ age: 'before-1930', walls: 'solid' })?.after).toEqual(['draughts', 'loft'])
    expect(findHeatPump({})?.cost).toMatchObject({ low: 500, middle: 2000, high: 3500 })
    expect(findHeatPump({ nation: 'northern-ireland' })?.cost.middle).toBe(9500)
  })
  test('the price grows with the size', () => {
    expect([4, 5, 6.5, 8, 11, 14, 20].map((kw) => findHeatPumpPrice(kw, referenceValues)?.value)).toEqual([
      9500, 9500, 10_750, 12_000, 14_000, 16_000, 16_000,
    ])
    const costs = [10_000, 20_000, 30_000, 40_000].map(
      (consumptionKwh) => findHeatPump({ consumptionKwh, house: 'detached' })?.cost.middle ?? 0,
    )
    expect(costs.toSorted((a, b) => a - b)).toEqual(costs)
    expect(costs[3]).toBeGreaterThan(costs[0] ?? 0)
  })
  test('is left out for flats without pipes, with the reason and alternatives', () => {
    const flat = { house: 'flat', heating: 'direct', hasPipes: false, fuel: 'electric', efficiency: 1, fuelPencePerKwh: 26.11 } as const
    const { jobs, notes } = getResult(flat)
    expect(jobs.map(({ job }) => job)).not.toContain('heat-pump')
    const note = notes.find(({ key }) => key === 'no-pipes')
    expect(note?.lines.join(' ')).toMatch(/wet system.*air-to-air.*£2,500.*storage heaters.*heat network/)
    expect(
      getResult({ ...flat, nation: 'scotland' })
        .notes.find(({ key }) => key === 'no-pipes')
        ?.lines.join(' '),
    ).not.toContain('£2,500')
    expect(getResult({ ...flat, hasPipes: true }).jobs.map(({ job }) => job)).toContain('heat-pump')
  })
  test('costs a house without pipes the radiators too', () => {
    const house = { heating: 'storage', fuel: 'electric', efficiency: 1 } as const
    const [withPipes, withoutPipes] = [findHeatPump({ ...house, hasPipes: true }), findHeatPump({ ...house, hasPipes: false })]
    expect((withoutPipes?.cost.middle ?? 0) - (withPipes?.cost.middle ?? 0)).toBe(5000)
    expect(withoutPipes?.remark).toContain('new radiators and pipes')
  })
  test('is left out where the building or a heat pump heats', () => {
    expect(listJobNames({ heating: 'communal', hasPipes: false })).not.toContain('heat-pump')
    expect(listJobNames({ heating: 'heat-pump', fuel: 'electric', efficiency: 3.3 })).not.toContain('heat-pump')
  })
})

describe('grant', () => {
  const findHeatPump = (changes: Partial<WhichFirstInputs>) => getJobs(changes).find(({ job }) => job === 'heat-pump')
  const done = ['draughts', 'loft', 'walls'] as const

  test.each([
    [{ tenure: 'owner' }, 7500, 'Boiler Upgrade Scheme'],
    [{ tenure: 'landlord' }, 7500, 'Boiler Upgrade Scheme'],
    [{ tenure: 'tenant' }, 7500, 'your landlord can apply'],
    [{ tenure: 'social' }, 0, 'excludes social housing'],
    [{ tenure: 'owner', nation: 'scotland' }, 7500, 'Home Energy Scotland'],
    [{ tenure: 'landlord', nation: 'scotland' }, 0, 'own and live in their home'],
    [{ tenure: 'tenant', nation: 'scotland' }, 0, 'own and live in their home'],
    [{ tenure: 'social', nation: 'scotland' }, 0, 'own and live in their home'],
    [{ nation: 'northern-ireland' }, 0, 'does not cover Northern Ireland'],
    [{ fuel: 'oil', isOffGasGrid: true }, 9000, 'off the gas grid'],
    [{ fuel: 'oil', isOffGasGrid: false }, 7500, 'Boiler Upgrade Scheme'],
  ] as [Partial<WhichFirstInputs>, number, string][])('of %j is £%i, and is stated', (changes, pounds, text) => {
    const withoutGrant = findHeatPump({ ...changes, done, nation: 'northern-ireland' })?.cost.middle ?? 0
    const job = findHeatPump({ ...changes, done })
    expect(withoutGrant - (job?.cost.middle ?? 0)).toBe(pounds)
    expect(job?.remark).toContain(text)
  })
})
