/** Tests how product specifications become tool inputs. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseSpecifications } from '#features/products/specifications/specification.policy.ts'
import { TOOL_NAMES } from './catalogue/tool.policy.ts'
import { runTool } from './catalogue/tools.policy.ts'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { toolLinksForProduct } from './product-sums.policy.ts'

const listLinks = (category: string, specs: string) => toolLinksForProduct(category, parseSpecifications(specs, category))

test('fills the tools of each category from the product’s specifications', () => {
  expect(
    listLinks('battery-storage', 'Usable capacity: 10.0 kWh\nRound-trip efficiency: 90%\nWarranty: 10 years or 6,000 cycles, 70%')[0]
      ?.inputs,
  ).toEqual({ mode: 'solar', slopes: '4:35:S:none', size: '10', efficiency: '0.9', years: '10', cycles: '6000' })
  expect(
    listLinks('home-efficiency', 'Heat output: 7.0 kW\nNoise: 52 dB(A)\nSeasonal efficiency (SCOP): 4.1').map(({ tool }) => tool),
  ).toEqual(['heat-pump', 'noise'])
  expect(
    listLinks('home-efficiency', 'Type: air-to-air heat pump, two indoor units\nHeat output: 5 kW\nSeasonal efficiency (SCOP): 4.2')[0]
      ?.inputs,
  ).toEqual({ fuel: 'electric', kind: 'air-to-air', consumption: '4000', scop: '4.2' })
  expect(listLinks('electric-vehicles', 'Consumption (WLTP): 4 miles per kWh')[0]?.inputs).toEqual({
    kWhPerMile: '0.25',
    efficiency: '100',
  })
  expect(listLinks('ev-chargers', 'Charging power: 22 kW')[0]?.inputs).toEqual({ charger: '32', phases: '3' })
  expect(listLinks('solar-panels', 'Panel power: 440 W')[0]?.inputs).toEqual({ slopes: '4.4:35:S:none' })
  expect(listLinks('green-living', 'Capacity: 8 kg')).toEqual([])
  expect(listLinks('battery-storage', 'Colour: white')).toEqual([])
})

test('every product of the catalogue fills inputs that its tools accept', () => {
  const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')
  let count = 0
  for (const file of globSync('content/products/*.yaml')) {
    const product = parse(readFileSync(file, 'utf8')) as { category: string; technicalSpecs: string }
    for (const { tool, inputs } of listLinks(product.category, product.technicalSpecs)) {
      const name = TOOL_NAMES.find((candidate) => candidate === tool) ?? 'solar'
      const runResult = runTool(name, inputs, referenceValues)
      expect(runResult.isValid ? {} : runResult.errors, `${file}: ${tool}`).toEqual({})
      count += 1
    }
  }
  expect(count).toBeGreaterThan(15)
})
