/** Tests that no tool uses an expired price without naming its period, on any day of a quarter whose prices are not known. */
import { describe, expect, test } from 'vitest'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { getExample } from '#features/tools/inputs/read-tool-inputs.policy.ts'
import { TOOL_NAMES, type ToolName } from './tool.policy.ts'
import { runTool, TOOLS } from './tools.policy.ts'

const rows = readReferenceValueRows()
const JANUARY = '2027-01-15'
const CAP_PREFIX = 'cap.'

/** Inputs in addition to each tool's example, which reach sums that the example does not. */
const MORE_INPUTS: Partial<Record<ToolName, readonly Record<string, string>[]>> = {
  'heat-pump': [
    { fuel: 'gas', consumption: '11500', scop: '3', meterGoes: '1' },
    { fuel: 'electric', consumption: '9000', scop: '3' },
  ],
  battery: [{ mode: 'solar', slopes: '4:30:S:none', postcode: 'LS6', size: '5', price: '3000' }],
  'quote-check': [{ kind: 'both', postcode: 'LS6', slopes: '4:30:S:none', price: '30000', size: '7', load: '6', scop: '3.4', flow: '45' }],
  'which-first': [{ house: 'flat', age: 'before-1930', fuel: 'electric', consumption: '6000', region: '6', budget: '9000' }],
  insulation: [{ area: '45', uBefore: '0.4', uAfter: '0.16', region: '17' }],
}
const listInputs = (name: ToolName) => [getExample(TOOLS[name]), ...(MORE_INPUTS[name] ?? [])]

function runValid(name: ToolName, inputs: Record<string, string>, factor = 1, day = JANUARY) {
  const changed = rows.map((row) => (row.key.startsWith(CAP_PREFIX) && row.value !== null ? { ...row, value: row.value * factor } : row))
  const result = runTool(name, inputs, createReferenceValues(changed, day))
  if (!result.isValid) throw new Error(`${name}: ${JSON.stringify(result.errors)}`)
  return result
}
const listUsedPrices = (name: ToolName, inputs: Record<string, string>) =>
  runValid(name, inputs).constants.flatMap(({ key }) => (key.startsWith(CAP_PREFIX) ? [key] : []))

const toolsWithPrices = TOOL_NAMES.filter((name) => listInputs(name).some((inputs) => listUsedPrices(name, inputs).length > 0))

describe('expired prices of the price cap', () => {
  test.each(TOOL_NAMES)('%s lists the prices that its result depends on', (name) => {
    for (const inputs of listInputs(name)) {
      const { results, details } = runValid(name, inputs)
      const dearer = runValid(name, inputs, 3)
      const dependsOnPrices = JSON.stringify([results, details]) !== JSON.stringify([dearer.results, dearer.details])
      expect(listUsedPrices(name, inputs).length > 0 || !dependsOnPrices, JSON.stringify(inputs)).toBe(true)
    }
  })

  test('several tools use prices of the price cap', () => expect(toolsWithPrices.length).toBeGreaterThan(4))

  test.each(toolsWithPrices)('%s names the period of each price, and asks for the reader’s own', (name) => {
    for (const inputs of listInputs(name)) {
      const { warnings } = runValid(name, inputs)
      for (const key of listUsedPrices(name, inputs)) {
        const message = warnings.find(({ code }) => code === `expired:${key}`)?.message
        expect(message, key).toContain('prices of October to December 2026')
        expect(message, key).toContain('enter your own')
      }
    }
  })

  test.each(toolsWithPrices)('%s has no such warning while the prices are in force', (name) => {
    for (const inputs of listInputs(name)) {
      const { warnings } = runValid(name, inputs, 1, '2026-11-23')
      expect(warnings.filter(({ code }) => code.startsWith('expired:cap.'))).toEqual([])
    }
  })
})
