/** Tests that a value which the reader enters is used as it is, and that only our defaults have ranges. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import type { Band } from '#features/tools/figures/bands.policy.ts'
import { TOOL_NAMES, type ToolName } from './tool.policy.ts'
import { generateToolQuery, type TestQuery } from './tool-query.factory.ts'
import { runTool, TOOLS } from './tools.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')

function run(name: ToolName, query: TestQuery) {
  const runResult = runTool(name, query, referenceValues)
  if (!runResult.isValid) throw new Error(JSON.stringify(runResult.errors))
  return runResult
}
const getBand = (name: ToolName, result: string, query: string): Band | undefined =>
  run(name, Object.fromEntries(new URLSearchParams(query))).results[result]
const hasRange = (band: Band | undefined) => band?.low !== band?.high

/** Returns the reference values with a range that are defaults of an input. */
const listRangedDefaults = (name: ToolName): [input: string, keys: string[]][] =>
  TOOLS[name].inputs.flatMap((input) => {
    const keys = (input.defaults ?? []).flatMap(({ referenceKey }) => {
      const value = referenceKey === undefined ? undefined : referenceValues.find(referenceKey)
      return value && value.low < value.high ? value.key : []
    })
    return keys.length > 0 ? [[input.name, keys] as [string, string[]]] : []
  })

const RANGED_TOOLS = TOOL_NAMES.filter((name) => listRangedDefaults(name).length > 0)

describe('a reference value with a range that is the default of an input', () => {
  test.each(RANGED_TOOLS)('does not count in %s if the reader enters a value', (name) => {
    const ranged = listRangedDefaults(name)
    const tried = new Set<string>()
    fc.assert(
      fc.property(generateToolQuery(name, true), (query) => {
        const runResult = runTool(name, query, referenceValues)
        if (!runResult.isValid) return
        const usedKeys = runResult.constants.map(({ key }) => key)
        for (const [input, keys] of ranged) {
          if (runResult.inputs[input]?.whose !== 'reader') continue
          tried.add(input)
          expect(
            keys.filter((key) => usedKeys.includes(key)),
            `${input} of ${JSON.stringify(query)}`,
          ).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
    expect([...tried]).not.toEqual([])
  })

  test('is the default of efficiencies, of the battery’s own draw and of shares', () => {
    const inputs = RANGED_TOOLS.flatMap((name) => listRangedDefaults(name).map(([input]) => `${name} ${input}`))
    expect(inputs).toEqual(
      expect.arrayContaining(['heat-pump efficiency', 'battery efficiency', 'battery standby', 'car-and-tariff efficiency']),
    )
  })
})

describe('a result has a range for the default of a value, and none for a value of the reader', () => {
  test.each<[ToolName, string, string, string]>([
    ['heat-pump', 'breakEvenScop', 'consumption=11500', 'efficiency=85'],
    ['battery', 'saving', 'energy=1700&standby=20', 'efficiency=90'],
    ['battery', 'saving', 'energy=1700&efficiency=90', 'standby=20'],
    ['car-and-tariff', 'carEnergy', 'miles=8000', 'efficiency=90'],
  ])('%s: %s with %s, and then %s', (name, result, query, typed) => {
    expect(hasRange(getBand(name, result, query))).toBe(true)
    const band = getBand(name, result, `${query}&${typed}`)
    expect(hasRange(band)).toBe(false)
    expect(band?.middle).toBeCloseTo(getBand(name, result, query)?.middle ?? Number.NaN, 9)
  })

  test('but the SCOP of a quote is a forecast, and has a range', () => {
    const band = getBand('heat-pump', 'scop', 'consumption=11500&efficiency=85&scop=3.3')
    expect(band?.low).toBeCloseTo(3, 9)
    expect(band?.high).toBeCloseTo(3.7, 9)
  })

  test('a heat pump that costs more with the values of the reader does not do so “at the low end”', () => {
    const findMessage = (query: Record<string, string>) =>
      run('heat-pump', { consumption: '11500', fuelPrice: '7.33', electricityPrice: '26.11', ...query }).warnings.find(
        ({ code }) => code === 'may-cost-more',
      )?.message
    expect(findMessage({ efficiency: '85', scop: '2.2' })).toMatch(/^At these numbers the heat pump costs more to run/)
    expect(findMessage({ flow: '45' })).toMatch(/^At the low end/)
  })

  test('a heat pump among the jobs of a home counts the boiler’s efficiency in the same way', () => {
    const getSavingWidth = (query: Record<string, string>) => {
      const { details } = run('which-first', { region: '6', budget: '0', done: 'draughts,loft,walls,floor,windows,solar', ...query })
      const saving = (details['jobs'] as { job: string; saving: Band }[]).find(({ job }) => job === 'heat-pump')?.saving
      return (saving?.high ?? Number.NaN) - (saving?.low ?? Number.NaN)
    }
    const withTyped = getSavingWidth({ efficiency: '85' })
    expect(getSavingWidth({})).toBeGreaterThan(withTyped)
    // The SCOP of 3.0 to 3.7 is ours: 9,500 kWh × 85% × 26.32p × (1 ÷ 3.0 − 1 ÷ 3.7).
    expect(withTyped).toBeCloseTo(9500 * 0.85 * 0.2632 * (1 / 3 - 1 / 3.7), 6)
  })
})
