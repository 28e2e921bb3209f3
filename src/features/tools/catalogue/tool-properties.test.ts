/** Tests with random inputs (property-based) that results are finite, ordered and monotonic. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { DIRECTIONS } from '#features/tools/places/sap-sun.policy.ts'
import { TOOL_NAMES, type ToolName } from './tool.policy.ts'
import { generateToolQuery, type TestQuery as Query } from './tool-query.factory.ts'
import { TOOLS, runTool } from './tools.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')
const runWithValues = (name: ToolName, query: Query) => runTool(name, query, referenceValues)
function getResults(name: ToolName, query: Query) {
  const runResult = runWithValues(name, query)
  if (!runResult.isValid) throw new Error(JSON.stringify(runResult.errors))
  return runResult.results
}
const getMiddle = (name: ToolName, query: Query, result: string) => getResults(name, query)[result]?.middle ?? Number.NaN

const collectNumbers = (value: unknown): number[] =>
  typeof value === 'number' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectNumbers) : []

describe('accepted inputs', () => {
  test.each(TOOL_NAMES.flatMap((name) => [[name, true] as const, [name, false] as const]))(
    'results of %s are finite and ordered, errors have texts (all inputs present: %s)',
    (name, hasAllInputs) => {
      let validCount = 0
      fc.assert(
        fc.property(generateToolQuery(name, hasAllInputs), (query) => {
          const runResult = runWithValues(name, query)
          const errors = runResult.isValid ? ['none to check'] : Object.values(runResult.errors)
          expect(errors.filter((text) => text.length <= 5)).toEqual([])
          expect(errors.length).toBeGreaterThan(0)
          if (!runResult.isValid) return
          validCount += 1
          expect(
            collectNumbers([runResult.results, runResult.details, runResult.constants]).filter((value) => !Number.isFinite(value)),
          ).toEqual([])
          for (const [result, { low, middle: value, high }] of Object.entries(runResult.results)) {
            expect(
              (low ?? -Infinity) <= (value ?? Infinity) && (value ?? Infinity) <= (high ?? Infinity),
              `${result} of ${JSON.stringify(query)}`,
            ).toBe(true)
          }
        }),
        { numRuns: 200 },
      )
      // The tools with the most rules accept a tenth of the queries.
      expect(validCount).toBeGreaterThan(0)
    },
  )

  test('arbitrary texts as inputs never make a tool throw', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TOOL_NAMES),
        fc.dictionary(fc.constantFrom(...Object.values(TOOLS).flatMap(({ inputs }) => inputs.map((input) => input.name))), fc.string()),
        (name, query) => {
          const runResult = runWithValues(name, query)
          expect(typeof runResult.isValid).toBe('boolean')
        },
      ),
      { numRuns: 500 },
    )
  })

  test('generation never falls with less shade or more panels', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 21 }),
        fc.integer({ min: 0, max: 90 }),
        fc.constantFrom(...DIRECTIONS),
        (region, pitch, direction) => {
          const getGeneration = (kwp: number, shade: string) =>
            getMiddle(
              'solar',
              { region: String(region), slopes: `${kwp}:${pitch}:${direction}:${shade}`, use: '3000', import: '26', export: '12' },
              'generation',
            )
          const shades = ['none', 'little', 'modest', 'significant'].map((shade) => getGeneration(4, shade))
          expect(shades.toSorted((a, b) => b - a)).toEqual(shades)
          expect(getGeneration(5, 'none')).toBeGreaterThan(getGeneration(4, 'none'))
        },
      ),
    )
  })

  // Only ordinary roofs are tested: where generation far exceeds use, SAP's formula gives a large battery slightly less self-use than a small one.
  test('on a roof of ordinary size a larger battery never lowers self-use nor exceeds the ceiling', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 12, noNaN: true }),
        fc.integer({ min: 1000, max: 3000 }),
        fc.integer({ min: 0, max: 14 }),
        (kwp, kwhPerKwp, battery) => {
          const getSolarResults = (size: number) =>
            getResults('solar', {
              region: '6',
              slopes: `${kwp.toFixed(2)}:35:S:none`,
              use: String(Math.round(kwp * kwhPerKwp)),
              battery: String(size),
              import: '26',
              export: '12',
            })
          const [smaller, larger] = [getSolarResults(battery), getSolarResults(battery + 1)]
          expect(larger['selfUse']?.middle ?? 0).toBeGreaterThanOrEqual((smaller['selfUse']?.middle ?? 0) - 1e-9)
          expect(larger['selfUseShare']?.middle ?? 1).toBeLessThanOrEqual((larger['ceiling']?.middle ?? 0) + 1e-9)
        },
      ),
    )
  })

  test('the battery saving never falls with a cheaper night or a dearer day rate', () => {
    const price = fc.integer({ min: 0, max: 199 })
    fc.assert(
      fc.property(price, price, fc.integer({ min: 0, max: 10_000 }), fc.integer({ min: 0, max: 100 }), (day, night, energy, standby) => {
        const savingAt = (dayPrice: number, nightPrice: number) =>
          getMiddle(
            'battery',
            { energy: `${energy}`, dayPrice: `${dayPrice}`, nightPrice: `${nightPrice}`, standby: `${standby}` },
            'saving',
          )
        expect(savingAt(day, night)).toBeGreaterThanOrEqual(savingAt(day, night + 1))
        expect(savingAt(day + 1, night)).toBeGreaterThanOrEqual(savingAt(day, night))
      }),
    )
  })

  test('the heat pump gain rises with SCOP and is zero at the break-even', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 60_000 }),
        fc.integer({ min: 20, max: 60 }),
        fc.integer({ min: 10, max: 70 }),
        fc.boolean(),
        (kwh, electricityPrice, tenths, isMeterRemoved) => {
          const home = {
            consumption: `${kwh}`,
            electricityPrice: `${electricityPrice}`,
            fuelPrice: '7.33',
            meterGoes: isMeterRemoved ? '1' : '0',
          }
          const getGain = (scop: number) => getMiddle('heat-pump', { ...home, scop: `${scop}` }, 'gain')
          expect(getGain((tenths + 1) / 10)).toBeGreaterThan(getGain(tenths / 10))
          const breakEvenScop = getMiddle('heat-pump', { ...home, scop: '3' }, 'breakEvenScop')
          expect(breakEvenScop > 1 && breakEvenScop < 8 ? getGain(breakEvenScop) : 0).toBeCloseTo(0, 6)
        },
      ),
    )
  })

  test('noise falls with distance, and the insulation saving rises as the U-value falls', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 600 }), (metres, hundredths) => {
        const getLevel = (distance: number) => getMiddle('noise', { power: '60', distance: `${distance}` }, 'level')
        expect(getLevel(metres + 1)).toBeLessThan(getLevel(metres))
        const savingAt = (uAfter: number) => getMiddle('insulation', { area: '40', uBefore: '7', uAfter: `${uAfter}` }, 'saving')
        expect(savingAt((hundredths + 5) / 100)).toBeGreaterThan(savingAt((hundredths + 6) / 100))
      }),
    )
  })
})
