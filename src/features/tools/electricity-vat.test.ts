/** Tests the sentence on VAT that results with our price of electricity have. */
import { describe, expect, test } from 'vitest'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { TOOL_NAMES } from './catalogue/tool.policy.ts'
import { runTool, TOOLS } from './catalogue/tools.policy.ts'
import { getExample } from './inputs/read-tool-inputs.policy.ts'
import { describeElectricityVat } from './electricity-vat.policy.ts'

const describeOn = (day: string, keys: readonly string[] = ['cap.electricity']) =>
  describeElectricityVat(keys, createReferenceValues(readReferenceValueRows(), day))

test('names the rate, its last day and the next rate, and nothing where no change is known', () => {
  expect(describeOn('2026-11-28')).toBe(
    'VAT: our price of electricity has 0% until 31 March 2027. After that 5% is due, unless this is extended.',
  )
  expect(describeOn('2027-03-31')).toContain('0% until 31 March 2027')
  expect(describeOn('2027-04-01')).toBeUndefined()
  expect(describeOn('2026-11-28', ['cap.gas', 'tariff.night'])).toBeUndefined()
})

describe('results of tools', () => {
  const listKeys = (name: (typeof TOOL_NAMES)[number], day: string) => {
    const result = runTool(name, getExample(TOOLS[name]), createReferenceValues(readReferenceValueRows(), day))
    return result.isValid ? result.constants.map(({ key }) => key) : []
  }
  const usesPrice = (keys: readonly string[]) => keys.some((key) => key.startsWith('cap.electricity'))
  const toolsWithPrice = TOOL_NAMES.filter((name) => usesPrice(listKeys(name, '2026-11-28')))

  test('several tools use our price of electricity', () => expect(toolsWithPrice.length).toBeGreaterThan(4))
  test.each(TOOL_NAMES)('%s lists the rate with its period if it uses our price of electricity, until the rate changes', (name) => {
    expect(listKeys(name, '2026-11-28').includes('vat.electricity')).toBe(toolsWithPrice.includes(name))
    expect(listKeys(name, '2027-04-01')).not.toContain('vat.electricity')
  })
})
