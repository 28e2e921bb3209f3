/** Property-based tests: for all accepted inputs results are finite, ordered and monotonic. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import type { ToolInput } from '#features/tools/inputs/tool-input.policy.ts'
import { DIRECTIONS, SHADE_LEVELS } from '#features/tools/places/sap-sun.policy.ts'
import { TOOL_NAMES, type ToolName } from './tool.policy.ts'
import { TOOLS, runTool } from './tools.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')
type Query = Record<string, string>
const run = (name: ToolName, query: Query) => runTool(name, query, referenceValues)
function resultsOf(name: ToolName, query: Query) {
  const reply = run(name, query)
  if (!reply.isValid) throw new Error(JSON.stringify(reply.errors))
  return reply.results
}
const middle = (name: ToolName, query: Query, result: string) => resultsOf(name, query)[result]?.middle ?? Number.NaN

/** Generates valid text for an input. */
function textOf(input: ToolInput): fc.Arbitrary<string> {
  const { kind, min = 0, max = 1, choices = [] } = input
  const between = (low: number, high: number) =>
    fc.oneof(
      fc.constantFrom(low, high),
      fc.double({ min: low, max: high, noNaN: true }).map((value) => Math.min(high, Math.max(low, Number(value.toFixed(4))))),
    )
  const row = (...parts: fc.Arbitrary<string | number>[]) => fc.tuple(...parts).map((values) => values.join(':'))
  const rows = (one: fc.Arbitrary<string>) => fc.array(one, { minLength: 1, maxLength: Math.min(max, 4) }).map((all) => all.join(';'))
  switch (kind) {
    case 'number':
      return between(min, max).map(String)
    case 'whole':
      return fc.integer({ min, max }).map(String)
    case 'flag':
      return fc.constantFrom('0', '1')
    case 'choice':
      return fc.constantFrom(...choices.map(({ value }) => value))
    case 'choices':
      return fc
        .subarray(
          choices.map(({ value }) => value),
          { minLength: 1 },
        )
        .map((all) => all.join(','))
    case 'postcode':
      return fc.constantFrom('LS6', 'BT9', 'ZE1', 'EC1A 1BB', 'TR19', 'IV1')
    case 'date':
      return fc.constantFrom('2026-11-23', '2027-04-02', '2031-01-01')
    case 'slopes':
      return rows(row(between(0.1, 100), between(0, 90), fc.constantFrom(...DIRECTIONS), fc.constantFrom(...SHADE_LEVELS)))
    case 'elements':
      return rows(row(between(0, 5000), between(0.05, 7)))
    case 'rooms':
      return rows(row(between(1, 50_000), between(50, 50_000), between(5, 30)))
  }
}

/** @param isWhole true: all inputs are present; false: any may be missing */
const formOf = (name: ToolName, isWhole: boolean): fc.Arbitrary<Query> =>
  fc.record(
    Object.fromEntries(TOOLS[name].inputs.map((input) => [input.name, textOf(input)])),
    isWhole ? {} : { requiredKeys: [] },
  ) as fc.Arbitrary<Query>

const numbersIn = (value: unknown): number[] =>
  typeof value === 'number' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []

describe('accepted inputs', () => {
  test.each(TOOL_NAMES.flatMap((name) => [[name, true] as const, [name, false] as const]))(
    '%s, all inputs present: %s',
    (name, isWhole) => {
      let valid = 0
      fc.assert(
        fc.property(formOf(name, isWhole), (query) => {
          const reply = run(name, query)
          const errors = reply.isValid ? ['none to check'] : Object.values(reply.errors)
          expect(errors.filter((text) => text.length <= 5)).toEqual([])
          expect(errors.length).toBeGreaterThan(0)
          if (!reply.isValid) return
          valid += 1
          expect(numbersIn([reply.results, reply.extra, reply.constants]).filter((value) => !Number.isFinite(value))).toEqual([])
          for (const [result, { low, middle: value, high }] of Object.entries(reply.results)) {
            expect(
              (low ?? -Infinity) <= (value ?? Infinity) && (value ?? Infinity) <= (high ?? Infinity),
              `${result} of ${JSON.stringify(query)}`,
            ).toBe(true)
          }
        }),
        { numRuns: 200 },
      )
      expect(valid).toBeGreaterThan(10)
    },
  )

  test('arbitrary text never throws', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...TOOL_NAMES),
        fc.dictionary(fc.constantFrom(...Object.values(TOOLS).flatMap(({ inputs }) => inputs.map((one) => one.name))), fc.string()),
        (name, query) => {
          const reply = run(name, query)
          expect(typeof reply.isValid).toBe('boolean')
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
          const of = (kwp: number, shade: string) =>
            middle(
              'solar',
              { region: String(region), slopes: `${kwp}:${pitch}:${direction}:${shade}`, use: '3000', import: '26', export: '12' },
              'generation',
            )
          const shades = ['none', 'little', 'modest', 'significant'].map((shade) => of(4, shade))
          expect(shades.toSorted((a, b) => b - a)).toEqual(shades)
          expect(of(5, 'none')).toBeGreaterThan(of(4, 'none'))
        },
      ),
    )
  })

  // Where generation far exceeds use, SAP's formula gives a large battery slightly less self-use than a small one.
  test('on a roof of ordinary size a larger battery never lowers self-use nor exceeds the ceiling', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 12, noNaN: true }),
        fc.integer({ min: 1000, max: 3000 }),
        fc.integer({ min: 0, max: 14 }),
        (kwp, kwhPerKwp, battery) => {
          const of = (size: number) =>
            resultsOf('solar', {
              region: '6',
              slopes: `${kwp.toFixed(2)}:35:S:none`,
              use: String(Math.round(kwp * kwhPerKwp)),
              battery: String(size),
              import: '26',
              export: '12',
            })
          const [smaller, larger] = [of(battery), of(battery + 1)]
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
        const of = (dayPrice: number, nightPrice: number) =>
          middle('battery', { energy: `${energy}`, dayPrice: `${dayPrice}`, nightPrice: `${nightPrice}`, standby: `${standby}` }, 'saving')
        expect(of(day, night)).toBeGreaterThanOrEqual(of(day, night + 1))
        expect(of(day + 1, night)).toBeGreaterThanOrEqual(of(day, night))
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
        (kwh, electricityPrice, tenths, goes) => {
          const home = { consumption: `${kwh}`, electricityPrice: `${electricityPrice}`, fuelPrice: '7.33', meterGoes: goes ? '1' : '0' }
          const of = (scop: number) => middle('heat-pump', { ...home, scop: `${scop}` }, 'gain')
          expect(of((tenths + 1) / 10)).toBeGreaterThan(of(tenths / 10))
          const even = middle('heat-pump', { ...home, scop: '3' }, 'breakEvenScop')
          expect(even > 1 && even < 8 ? of(even) : 0).toBeCloseTo(0, 6)
        },
      ),
    )
  })

  test('noise falls with distance, and the insulation saving rises as the U-value falls', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 600 }), (metres, hundredths) => {
        const loud = (distance: number) => middle('noise', { power: '60', distance: `${distance}` }, 'level')
        expect(loud(metres + 1)).toBeLessThan(loud(metres))
        const saved = (u: number) => middle('insulation', { area: '40', uBefore: '7', uAfter: `${u}` }, 'saving')
        expect(saved((hundredths + 5) / 100)).toBeGreaterThan(saved((hundredths + 6) / 100))
      }),
    )
  })
})
