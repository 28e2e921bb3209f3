/** Tests the calculation of the tool `which-first`. */
import { describe, expect, test } from 'vitest'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { runTool } from '#features/tools/catalogue/tools.policy.ts'
import { calculateInsulation } from '#features/tools/sums/insulation.policy.ts'
import { createHomeFabric, type HouseType } from './home-fabric.policy.ts'
import type { WhichFirstInputs } from './home-state.policy.ts'
import { TEST_HOME } from './which-first.factory.ts'
import { calculateJobsInOrder, rankJobs } from './which-first.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-28')

const getResult = (changes: Partial<WhichFirstInputs> = {}) => rankJobs({ ...TEST_HOME, ...changes }, referenceValues)
const getJobs = (changes: Partial<WhichFirstInputs> = {}) => getResult(changes).jobs
const listJobNames = (changes: Partial<WhichFirstInputs>) => getJobs(changes).map(({ job }) => job)

describe('ranking', () => {
  test('marks the jobs within the budget, and none without a budget', () => {
    const spent = getJobs()
      .filter(({ isWithinBudget }) => isWithinBudget)
      .reduce((sum, { cost }) => sum + (cost.middle ?? 0), 0)
    expect(spent).toBeGreaterThan(0)
    expect(spent).toBeLessThanOrEqual(5000)
    expect(getJobs({ budgetPounds: 0 }).some(({ isWithinBudget }) => isWithinBudget)).toBe(false)
  })
  test('calculates each job on what the jobs within the budget leave, so that the total is that of the rows and within the budget', () => {
    const changes = { house: 'detached', age: 'before-1930', walls: 'solid', consumptionKwh: 25_000 } as const
    for (const budgetPounds of [0, 400, 1000, 2000, 5000, 10_000, 12_000, 20_000, 30_000]) {
      const { jobs, results } = getResult({ ...changes, budgetPounds })
      const affordable = jobs.filter(({ isWithinBudget }) => isWithinBudget)
      const cost = affordable.reduce((sum, job) => sum + (job.cost.middle ?? 0), 0)
      expect(results['cost']?.middle).toBeCloseTo(cost, 6)
      expect(results['cost']?.middle).toBeLessThanOrEqual(budgetPounds)
      expect(results['saving']?.middle).toBeCloseTo(
        affordable.reduce((sum, { saving }) => sum + (saving.middle ?? 0), 0),
        6,
      )
    }
    const findHeatPump = (budgetPounds: number) => getJobs({ ...changes, budgetPounds }).find(({ job }) => job === 'heat-pump')
    expect(findHeatPump(400)?.cost.middle).toBeGreaterThan(findHeatPump(100_000)?.cost.middle ?? 0)
    expect(findHeatPump(400)?.remark).toContain('after the jobs above that are within your budget')
    expect(findHeatPump(100_000)?.remark).toContain('after the jobs above.')
  })
  test('orders fabric jobs by payback, and puts the heat pump after insulation that pays back within 30 years', () => {
    const jobs = getJobs({ consumptionKwh: 20_000 })
    const names = jobs.map(({ job }) => job)
    expect(names.indexOf('heat-pump')).toBeGreaterThan(names.indexOf('walls'))
    expect(names.indexOf('heat-pump')).toBeGreaterThan(names.indexOf('loft'))
    const fabricPaybacks = jobs.flatMap(({ job, payback }) => (['draughts', 'walls', 'loft'].includes(job) ? [payback.middle ?? 0] : []))
    expect(fabricPaybacks.toSorted((a, b) => a - b)).toEqual(fabricPaybacks)
  })
  test('counts double glazing since 2002 with a U-value of 2.0, not with that of windows fitted today', () => {
    const lossOf = (glazing: WhichFirstInputs['glazing']) => createHomeFabric({ ...TEST_HOME, glazing }, referenceValues).lossWattsPerKelvin
    expect(lossOf('double-old') - lossOf('double-new')).toBeCloseTo((referenceValues.find('home.semi-window-area')?.value ?? 0) * 0.8, 6)
  })
  test('omits jobs that are done or do not apply to the home', () => {
    expect(listJobNames({ done: ['loft', 'solar'] })).not.toContain('loft')
    expect(listJobNames({ age: 'after-1982', walls: 'unknown' })).not.toContain('walls')
    expect(listJobNames({ walls: 'filled-cavity' })).not.toContain('walls')
    expect(listJobNames({ glazing: 'double-new' })).not.toContain('windows')
    expect(listJobNames({})).not.toContain('floor')
    expect(listJobNames({ age: 'before-1930' })).toContain('floor')
    expect(listJobNames({ house: 'flat' })).not.toContain('solar')
    expect(listJobNames({ house: 'flat' })).not.toContain('loft')
    const withoutJobs = getResult({ done: ['draughts', 'loft', 'walls', 'floor', 'windows', 'solar', 'heat-pump'] })
    expect(withoutJobs.jobs).toEqual([])
    expect(withoutJobs.warnings.at(-1)?.code).toBe('nothing-left')
  })
})

describe('savings', () => {
  test('a job saves its share of the modelled loss, of the heat for rooms', () => {
    const { jobs } = calculateJobsInOrder(['walls'], TEST_HOME, referenceValues)
    // Walls 85 × 1.5, windows 17 × 2.8, roof 49.5 × 0.4, floor 49.5 × 0.7, air 0.33 × 0.75 × 99 × 2.4, in W/K.
    const loss = 127.5 + 47.6 + 19.8 + 34.65 + 58.806
    const rooms = 11_500 * 0.85 - (365 * 86 * 4.19 * 37) / 3600
    const savedHeat = (rooms * 85 * 0.8) / loss
    expect(jobs[0]?.saving.high).toBeCloseTo((savedHeat / 0.85) * 0.0733, 6)
    expect(jobs[0]?.saving.middle).toBeCloseTo(((savedHeat * 0.8) / 0.85) * 0.0733, 6)
    expect(jobs[0]?.saving.low).toBeCloseTo(((savedHeat * 0.6) / 0.85) * 0.0733, 6)
    expect(jobs[0]?.epcPoints.middle).toBeGreaterThan(1)
  })
  test('where the meter shows more than the model, the loss is the meter’s, so that a job saves what the formula says', () => {
    const { jobs } = calculateJobsInOrder(['walls'], { ...TEST_HOME, consumptionKwh: 60_000 }, referenceValues)
    expect(jobs[0]?.saving.high).toBeCloseTo(((85 * 0.8 * 24 * 2188) / 1000 / 0.85) * 0.0733, 6)
  })
  test('insulation after a heat pump saves electricity, and less of it', () => {
    const savingOf = (order: ('walls' | 'heat-pump')[]) =>
      calculateJobsInOrder(order, TEST_HOME, referenceValues).jobs.find(({ job }) => job === 'walls')?.saving.middle ?? 0
    const before = savingOf(['walls', 'heat-pump'])
    const after = savingOf(['heat-pump', 'walls'])
    expect(after).toBeCloseTo((before * (26.11 / 3.3)) / (7.33 / 0.85), 6)
  })
  test('a plan of all jobs saves no more than the whole heating bill', () => {
    const { totals } = calculateJobsInOrder(['draughts', 'walls', 'loft', 'windows', 'floor', 'heat-pump'], TEST_HOME, referenceValues)
    expect(totals.saving.high).toBeLessThan(11_500 * 0.0733)
    expect(totals.saving.middle).toBeGreaterThan(0)
  })
})

describe('tenants', () => {
  test('pay only for what they can do alone; the rest is marked as the landlord’s', () => {
    for (const tenure of ['tenant', 'social'] as const) {
      const { jobs, results, notes } = getResult({ tenure, budgetPounds: 50_000 })
      expect(jobs.filter(({ who }) => who === 'you').map(({ job }) => job)).toEqual(['draughts'])
      expect(jobs[0]?.job).toBe('draughts')
      expect(jobs.filter(({ isWithinBudget }) => isWithinBudget)).toHaveLength(1)
      expect(results['cost']).toMatchObject({ low: 100, middle: 250, high: 500 })
      expect(notes.map(({ key }) => key)).toEqual(['alone', 'landlord'])
    }
    expect(getJobs({ tenure: 'landlord' }).every(({ who }) => who === 'you')).toBe(true)
  })
})

describe('agreement with other tools', () => {
  test('an insulation job saves the part of the insulation tool’s saving that the meter shows of the modelled loss', () => {
    const { jobs, warnings } = getResult({ done: ['solar', 'heat-pump'] })
    const insulation = calculateInsulation(
      { areaM2: 85, uBefore: 1.5, uAfter: 0.7, degreeDays: 2188, efficiency: 0.85, pencePerKwh: 7.33 },
      referenceValues,
    )
    const byTables = insulation.results['saving']
    expect(insulation.warnings.map(({ code }) => code)).toEqual(['by-tables'])
    const rooms = 11_500 * 0.85 - (365 * 86 * 4.19 * 37) / 3600
    const share = rooms / (288.356 * 2.188 * 24)
    expect(jobs.find(({ job }) => job === 'walls')?.saving.middle).toBeCloseTo((byTables?.middle ?? 0) * share, 4)
    expect(warnings.find(({ code }) => code === 'meter-below-tables')?.message).toContain(`uses ${Math.round(share * 100)}% of the heat`)
    expect(getResult({ consumptionKwh: 25_000 }).warnings.map(({ code }) => code)).toEqual([])
  })
  test('a use of more than twice the modelled loss is questioned', () => {
    const { warnings } = getResult({ consumptionKwh: 60_000 })
    // (60,000 × 0.85 − 1,352 kWh) ÷ (288.356 W/K × 52.512 kWh per W/K) = 3.28
    expect(warnings.find(({ code }) => code === 'meter-above-tables')?.message).toContain('uses 3.3 times the heat')
  })
  test('less heat than the hot water takes is questioned', () => {
    expect(getResult({ consumptionKwh: 1000, people: 3 }).warnings.find(({ code }) => code === 'little-heat')?.message).toContain(
      'for 3 people: their hot water alone takes about 1,700 kWh',
    )
    expect(getResult({}).warnings.map(({ code }) => code)).not.toContain('little-heat')
  })
  test('EPC points of storage heaters are left out, because the EPC counts a night rate', () => {
    const { jobs, warnings } = getResult({ heating: 'storage', hasPipes: false, fuel: 'electric', efficiency: 1, fuelPencePerKwh: 14 })
    expect(jobs.find(({ job }) => job === 'walls')?.epcPoints.middle).toBeNull()
    expect(jobs.find(({ job }) => job === 'heat-pump')?.epcPoints.middle).toBeNull()
    expect(jobs.find(({ job }) => job === 'solar')?.epcPoints.middle).toBeGreaterThan(0)
    expect(warnings.find(({ code }) => code === 'no-epc-points')?.message).toContain('night rate')
  })
  test('walls of a flat are priced as a part of the building', () => {
    const findWalls = (house: WhichFirstInputs['house']) => getJobs({ house }).find(({ job }) => job === 'walls')
    expect(findWalls('flat')?.remark).toContain('whole building')
    expect(findWalls('semi')?.remark).toBeUndefined()
  })
  test('missing EPC points are explained', () => {
    expect(getResult({ fuel: 'oil' }).warnings.find(({ code }) => code === 'no-epc-points')?.message).toContain('save oil are missing')
    expect(getResult({}).warnings.map(({ code }) => code)).not.toContain('no-epc-points')
  })
})

test('a home built since 2006 lists no draughts, loft, walls and windows', () => {
  const changes = { age: 'since-2006', walls: 'unknown', glazing: 'unknown' } as const
  expect(listJobNames(changes)).toEqual(['solar', 'heat-pump'])
  expect(getJobs(changes).find(({ job }) => job === 'heat-pump')?.after).toEqual([])
  expect(listJobNames({ ...changes, age: 'after-1982' })).toContain('draughts')
})

test('a home built since 2006 has no note on how to recognise a cavity', () => {
  expect(getResult({ age: 'since-2006', walls: 'unknown' }).notes.map(({ key }) => key)).not.toContain('walls')
  expect(getResult({ walls: 'unknown' }).notes.map(({ key }) => key)).toContain('walls')
})

test('a heat pump on existing radiators takes days, and a solid wall or new pipes make a building site', () => {
  const findDisturbance = (name: string, changes: Partial<WhichFirstInputs>) =>
    getJobs(changes).find(({ job }) => job === name)?.disturbance
  expect(findDisturbance('heat-pump', {})).toBe(2)
  expect(findDisturbance('heat-pump', { heating: 'storage', fuel: 'electric', efficiency: 1, hasPipes: false })).toBe(3)
  expect(findDisturbance('walls', {})).toBe(2)
  expect(findDisturbance('walls', { walls: 'solid' })).toBe(3)
})

describe('the price of stopping draughts', () => {
  const findDraughts = (house: HouseType) => getResult({ house }).jobs.find(({ job }) => job === 'draughts')
  test.each([
    ['flat', 60],
    ['terrace', 92],
    ['semi', 99],
    ['bungalow', 77.5],
    ['detached', 152],
  ] as const)('is in proportion to the floor area: %s, %s m²', (house, floorAreaM2) => {
    const cost = findDraughts(house)?.cost
    expect(cost?.low).toBeCloseTo((100 * floorAreaM2) / 99, 6)
    expect(cost?.middle).toBeCloseTo((250 * floorAreaM2) / 99, 6)
    expect(cost?.high).toBeCloseTo((500 * floorAreaM2) / 99, 6)
  })
  test('is stated as an estimate with the range for a semi-detached home', () => {
    expect(findDraughts('semi')?.remark).toBe('The price is our own estimate: £100 to £500 for a semi-detached home.')
    expect(findDraughts('flat')?.remark).toBe(
      'The price is our own estimate: £100 to £500 for a semi-detached home, in proportion to the floor area of a home like yours.',
    )
  })
})

test('a kind of home whose size is not in the register is refused', () => {
  const withoutBungalows = createReferenceValues(
    readReferenceValueRows().filter(({ key }) => !key.startsWith('home.bungalow-')),
    '2026-11-28',
  )
  expect(runTool('which-first', { house: 'bungalow' }, withoutBungalows)).toMatchObject({
    isValid: false,
    errors: { house: 'We do not know the size of such a home. Choose the kind that is most like it.' },
  })
  expect(runTool('which-first', { house: 'bungalow' }, referenceValues).isValid).toBe(true)
})
