/** Generates queries of tools for property-based tests. */
import fc from 'fast-check'
import type { ToolInput } from '#features/tools/inputs/tool-input.policy.ts'
import { DIRECTIONS, SHADE_LEVELS } from '#features/tools/places/sap-sun.policy.ts'
import type { ToolName } from './tool.policy.ts'
import { TOOLS } from './tools.policy.ts'

export type TestQuery = Record<string, string>

/** Generates texts that are valid for an input. */
function generateText(input: ToolInput): fc.Arbitrary<string> {
  const { kind, min = 0, max = 1, choices = [] } = input
  const generateNumber = (low: number, high: number) =>
    fc.oneof(
      fc.constantFrom(low, high),
      fc.double({ min: low, max: high, noNaN: true }).map((value) => Math.min(high, Math.max(low, Number(value.toFixed(4))))),
    )
  const joinCells = (...parts: fc.Arbitrary<string | number>[]) => fc.tuple(...parts).map((values) => values.join(':'))
  const joinRows = (row: fc.Arbitrary<string>) =>
    fc.array(row, { minLength: 1, maxLength: Math.min(max, 4) }).map((texts) => texts.join(';'))
  switch (kind) {
    case 'number':
      return generateNumber(min, max).map(String)
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
        .map((values) => values.join(','))
    case 'postcode':
      return fc.constantFrom('LS6', 'BT9', 'ZE1', 'EC1A 1BB', 'TR19', 'IV1')
    case 'date':
      return fc.constantFrom('2026-11-23', '2027-04-02', '2031-01-01')
    case 'slopes':
      return joinRows(
        joinCells(generateNumber(0.1, 100), generateNumber(0, 90), fc.constantFrom(...DIRECTIONS), fc.constantFrom(...SHADE_LEVELS)),
      )
    case 'elements':
      return joinRows(joinCells(generateNumber(0, 5000), generateNumber(0.05, 7)))
    case 'rooms':
      return joinRows(joinCells(generateNumber(1, 50_000), generateNumber(50, 50_000), generateNumber(5, 30)))
  }
}

/** Generates queries of a tool. If `hasAllInputs` is false, any input may be missing. */
export const generateToolQuery = (name: ToolName, hasAllInputs: boolean): fc.Arbitrary<TestQuery> =>
  fc.record(
    Object.fromEntries(TOOLS[name].inputs.map((input) => [input.name, generateText(input)])),
    hasAllInputs ? {} : { requiredKeys: [] },
  ) as fc.Arbitrary<TestQuery>
