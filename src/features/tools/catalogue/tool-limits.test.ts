/** Tests with random inputs (property-based) that no result is better than it can be: savings, paybacks and likely values. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import type { Band } from '#features/tools/figures/bands.policy.ts'
import type { RankedJob } from '#features/tools/sums/which-first/which-first.policy.ts'
import { TOOL_NAMES, type ToolName } from './tool.policy.ts'
import { generateToolQuery, type TestQuery } from './tool-query.factory.ts'
import { runTool } from './tools.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-28')
type ValidResult = Extract<ReturnType<typeof runTool>, { isValid: true }>

const EPSILON = 1e-6
const RUNS = { numRuns: 400 }

/** Calls `check` with the result of each valid query, with all inputs and with some of them. */
function checkResults(name: ToolName, check: (result: ValidResult, query: TestQuery) => void): number {
  let validCount = 0
  for (const hasAllInputs of [true, false]) {
    fc.assert(
      fc.property(generateToolQuery(name, hasAllInputs), (query) => {
        const result = runTool(name, query, referenceValues)
        if (!result.isValid) return
        validCount += 1
        check(result, query)
      }),
      RUNS,
    )
  }
  return validCount
}

const getJobs = ({ details }: ValidResult) => (details['jobs'] ?? []) as RankedJob[]
const getNumber = ({ inputs }: ValidResult, name: string) => {
  const value = inputs[name]?.value
  return typeof value === 'number' ? value : undefined
}

/** Returns all bands of a result by name, also those of jobs. */
const listBands = (result: ValidResult): [string, Band][] => [
  ...Object.entries(result.results),
  ...getJobs(result).flatMap(({ job, cost, saving, carbonSaved, payback, epcPoints }) =>
    Object.entries({ cost, saving, carbonSaved, payback, epcPoints }).map(([name, band]): [string, Band] => [`${job} ${name}`, band]),
  ),
]

/**
 * Results whose likely value can be an end of the range: those that reach a limit, such as an efficiency or a share of 100%, a cost that the
 * grant covers, or a grant whose larger amount is the likely one.
 */
const canReachLimit = (name: ToolName, band: string, result: ValidResult): boolean => {
  if (name === 'solar' || name === 'quote-check')
    return ['selfUse', 'selfUseShare', 'lost', 'exported', 'bought', 'ceiling', 'saving'].includes(band)
  if (name === 'grants') return band === 'total'
  if (name === 'heat-pump' && band === 'grant') return true
  // Rounded up to ten miles.
  if (name === 'car-finder') return true
  if (getNumber(result, 'efficiency') === 1) return true
  // The EPC score ends at 100; a warranty ends at the lowest of its limits.
  return /cost$|payback|epcPoints$|warrantyEnergy$/i.test(band)
}

describe.each(TOOL_NAMES)('%s', (name) => {
  test('the likely value is between low and high, and at neither end', () => {
    const count = checkResults(name, (result, query) => {
      for (const [key, { low, middle, high }] of listBands(result)) {
        if (middle === null || low === null || high === null) continue
        expect(low <= middle && middle <= high, `${key} of ${JSON.stringify(query)}`).toBe(true)
        if (high - low <= EPSILON * Math.max(1, Math.abs(middle)) || canReachLimit(name, key, result)) continue
        expect([low, high], `${key} of ${JSON.stringify(query)}`).not.toContain(middle)
      }
    })
    expect(count).toBeGreaterThan(10)
  })

  test('a payback is at least a month, or 0 where there is nothing to pay', () => {
    const count = checkResults(name, (result, query) => {
      for (const [key, { low, middle, high }] of listBands(result)) {
        if (!key.toLowerCase().includes('payback')) continue
        const tooShort = [low, middle, high].filter((years) => years !== null && years !== 0 && years < 1 / 12)
        expect(tooShort, `${key} of ${JSON.stringify(query)}`).toEqual([])
      }
      const isFree = ({ cost }: RankedJob) => cost.middle === 0
      const paidJobs = getJobs(result).filter((job) => !isFree(job))
      expect(paidJobs.filter(({ payback }) => payback.middle === 0)).toEqual([])
      expect(paidJobs.filter(({ saving, payback }) => (saving.middle ?? 0) <= 0 && payback.middle !== null)).toEqual([])
    })
    expect(count).toBeGreaterThan(10)
  })
})

test('a heat pump saves no more than the fuel costs', () => {
  const count = checkResults('heat-pump', (result) => {
    const litres = getNumber(result, 'litres')
    const kwhPerLitre = result.inputs['fuel']?.text === 'oil' ? 10.29 : 7.26
    const kwh = litres === undefined ? (getNumber(result, 'consumption') ?? 0) : litres * kwhPerLitre
    const litrePrice = getNumber(result, 'litrePrice')
    const pence = litrePrice === undefined ? (getNumber(result, 'fuelPrice') ?? 0) : litrePrice / kwhPerLitre
    const bill = (kwh * pence + 365 * (getNumber(result, 'standingCharge') ?? 0)) / 100
    expect(result.results['gain']?.high ?? 0).toBeLessThanOrEqual(bill * (1 + EPSILON) + EPSILON)
  })
  expect(count).toBeGreaterThan(10)
})

test('a battery saves no more than the electricity costs that it replaces', () => {
  const count = checkResults('battery', (result) => {
    const energy = getNumber(result, 'energy')
    if (energy === undefined) return
    expect(result.results['saving']?.high ?? 0).toBeLessThanOrEqual((energy * (getNumber(result, 'dayPrice') ?? 0)) / 100 + EPSILON)
  })
  expect(count).toBeGreaterThan(10)
})

test('solar panels save no more than the electricity bill and the export', () => {
  const count = checkResults('solar', (result) => {
    const bill = ((getNumber(result, 'use') ?? 0) * (getNumber(result, 'import') ?? 0)) / 100
    const exported = ((result.results['generation']?.high ?? 0) * (getNumber(result, 'export') ?? 0)) / 100
    expect(result.results['saving']?.high ?? 0).toBeLessThanOrEqual(bill + exported + EPSILON)
    expect(result.results['selfUse']?.high ?? 0).toBeLessThanOrEqual((getNumber(result, 'use') ?? 0) + EPSILON)
  })
  expect(count).toBeGreaterThan(10)
})

test('the insulation tool saves no more with the likely comfort than by the formula', () => {
  const count = checkResults('insulation', ({ results, inputs }) => {
    const { area, uBefore, uAfter } = inputs
    const watts = Number(area?.value) * (Number(uBefore?.value) - Number(uAfter?.value))
    expect(results['energy']?.high ?? 0).toBeLessThanOrEqual((watts * 24 * 6000) / 1000 + EPSILON)
  })
  expect(count).toBeGreaterThan(10)
})

test('the jobs of which-first together save no more than the heating bill, even if all of them are done', () => {
  const count = checkResults('which-first', (result, query) => {
    const all = runTool('which-first', { ...query, tenure: 'owner', budget: '500000' }, referenceValues)
    if (!all.isValid) return
    const heatJobs = getJobs(all).filter(({ job }) => job !== 'solar')
    const billPounds = getHeatingBill(all)
    for (const { saving } of heatJobs) expect(saving.high ?? 0).toBeLessThanOrEqual(billPounds * (1 + EPSILON) + EPSILON)
    const solar = getJobs(all).find(({ job }) => job === 'solar')
    // The budget pays for all jobs, so the total is that of the whole list, except for jobs that cost more to run than they save.
    expect(getJobs(all).filter(({ isWithinBudget, saving }) => !isWithinBudget && (saving.middle ?? 0) >= 0)).toEqual([])
    expect(all.results['saving']?.high ?? 0).toBeLessThanOrEqual((billPounds + (solar?.saving.high ?? 0)) * (1 + EPSILON) + EPSILON)
  })
  expect(count).toBeGreaterThan(10)
})

/** Returns the cost of heating in £ a year, from the inputs of `which-first`. */
function getHeatingBill(result: ValidResult): number {
  const heating = result.inputs['heating']?.text ?? ''
  const fuel = result.inputs['fuel']?.text
  const isPlainElectric = ['direct', 'heat-pump'].includes(heating) && result.inputs['fuelPrice']?.whose !== 'reader'
  const electricityPence = getNumber(result, 'electricityPrice') ?? 0
  const kwhPerLitre = fuel === 'oil' ? 10.29 : 7.26
  const litrePrice = getNumber(result, 'litrePrice')
  const pence = isPlainElectric
    ? electricityPence
    : litrePrice === undefined
      ? (getNumber(result, 'fuelPrice') ?? 0)
      : litrePrice / kwhPerLitre
  const [litres, bill, rooms] = ['litres', 'bill', 'heatedRooms'].map((name) => getNumber(result, name))
  if (bill !== undefined) return bill
  const kwh = litres !== undefined ? litres * kwhPerLitre : rooms !== undefined ? rooms * 1000 : (getNumber(result, 'consumption') ?? 0)
  return (kwh * pence) / 100
}

test('tenants pay for no job that only their landlord can have done', () => {
  const count = checkResults('which-first', (result) => {
    const tenure = result.inputs['tenure']?.text ?? ''
    const isTenant = tenure === 'tenant' || tenure === 'social'
    const expected = getJobs(result).filter(({ job }) => !isTenant || job === 'draughts')
    expect(getJobs(result).filter(({ who }) => who === 'you')).toEqual(expected)
  })
  expect(count).toBeGreaterThan(10)
})
