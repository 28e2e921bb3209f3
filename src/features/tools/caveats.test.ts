/** Tests that each tool shows its caveats, and only with inputs to which they apply. */
import { describe, expect, test } from 'vitest'
import { readCaveatEntries } from '#features/figures/caveats/caveat-file.service.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { chooseCaveats, type ChosenCaveat } from './caveats.policy.ts'
import type { ToolName } from './catalogue/tool.policy.ts'
import { runTool, TOOLS } from './catalogue/tools.policy.ts'
import { getExample } from './inputs/read-tool-inputs.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')

/** Runs a tool on its example with some other inputs. */
function run(name: ToolName, changes: Record<string, string> = {}): ChosenCaveat[] {
  const runResult = runTool(name, { ...getExample(TOOLS[name]), ...changes }, referenceValues)
  if (!runResult.isValid) throw new Error(JSON.stringify(runResult.errors))
  return chooseCaveats(name, runResult)
}
const listKeys = (name: ToolName, changes?: Record<string, string>) => run(name, changes).map(({ key }) => key)

/** Inputs with which a tool shows a caveat. */
const SHOWN: [tool: ToolName, key: string, inputs: Record<string, string>][] = [
  ['noise', 'r290-clearance', {}],
  ['heat-pump', 'r290-clearance', {}],
  ['heat-pump', 'hot-water-60', { flow: '50' }],
  ['heat-pump', 'night-rate', { fuel: 'electric', consumption: '6000' }],
  ['radiators', 'hot-water-60', { rooms: '900:2000:20' }],
  ['supply', 'main-fuse', { fuse: '60' }],
  ['supply', 'socket-charging', { charger: '10' }],
  ['heat-pump-suitability', 'r290-clearance', { outdoors: 'yes' }],
  ['heat-pump-suitability', 'hot-water-60', {}],
  ['heat-pump-suitability', 'flues-before-cavity-fill', { insulated: 'no' }],
  ['heat-pump-suitability', 'draughts-and-flues', { insulated: 'no' }],
  ['heat-pump-suitability', 'loft-cables-and-lights', { insulated: 'no' }],
  ['heat-pump-suitability', 'asbestos-before-drilling', { insulated: 'yes', pipes: 'no' }],
  ['heat-pump-suitability', 'main-fuse', { mains: 'unsure' }],
  ['insulation', 'asbestos-before-drilling', {}],
  ['insulation', 'night-rate', { fuel: 'storage' }],
  ['insulation', 'flues-before-cavity-fill', { surface: 'cavity', uBefore: '1.5', uAfter: '0.7' }],
  ['insulation', 'loft-cables-and-lights', { uBefore: '0.4', uAfter: '0.16' }],
  ['solar', 'roof-structure', {}],
  ['solar', 'battery-siting', { battery: '5' }],
  ['battery', 'battery-siting', {}],
  ['quote-check', 'roof-structure', {}],
  ['quote-check', 'hot-water-60', { kind: 'both', flow: '45' }],
  ['quote-check', 'r290-clearance', { kind: 'heat-pump' }],
  ['quote-check', 'battery-siting', { battery: '5' }],
  ['which-first', 'night-rate', { fuel: 'electric', consumption: '6000' }],
  ['which-first', 'draughts-and-flues', {}],
  ['which-first', 'loft-cables-and-lights', {}],
  ['which-first', 'flues-before-cavity-fill', {}],
  ['which-first', 'asbestos-before-drilling', {}],
  ['which-first', 'roof-structure', {}],
  ['which-first', 'r290-clearance', {}],
  ['which-first', 'hot-water-60', {}],
]

/** Inputs with which a tool does not show a caveat. */
const OMITTED: [tool: ToolName, key: string, inputs: Record<string, string>][] = [
  ['heat-pump', 'night-rate', { fuel: 'gas' }],
  ['heat-pump', 'hot-water-60', { fuel: 'electric', kind: 'air-to-air', consumption: '6000' }],
  ['solar', 'battery-siting', {}],
  ['supply', 'main-fuse', { house: '20', charger: '32', fuse: '100' }],
  ['supply', 'socket-charging', { charger: '16' }],
  ['supply', 'socket-charging', { charger: '10', phases: '3' }],
  ['insulation', 'flues-before-cavity-fill', { surface: 'window', uBefore: '4.8', uAfter: '1.4' }],
  ['insulation', 'flues-before-cavity-fill', { surface: 'solid', uBefore: '1.7', uAfter: '0.3' }],
  ['insulation', 'loft-cables-and-lights', { surface: 'cavity', uBefore: '1.5', uAfter: '0.7' }],
  ['heat-pump-suitability', 'flues-before-cavity-fill', { insulated: 'unsure' }],
  ['heat-pump-suitability', 'draughts-and-flues', { insulated: 'unsure' }],
  ['heat-pump-suitability', 'loft-cables-and-lights', { insulated: 'yes' }],
  ['heat-pump-suitability', 'asbestos-before-drilling', { insulated: 'yes', pipes: 'yes' }],
  ['quote-check', 'roof-structure', { kind: 'heat-pump' }],
  ['quote-check', 'hot-water-60', { kind: 'solar' }],
  ['which-first', 'night-rate', { fuel: 'gas' }],
  ['which-first', 'draughts-and-flues', { done: 'draughts' }],
  ['which-first', 'loft-cables-and-lights', { done: 'loft' }],
  ['which-first', 'flues-before-cavity-fill', { done: 'walls' }],
  ['which-first', 'flues-before-cavity-fill', { walls: 'solid' }],
  ['which-first', 'roof-structure', { done: 'solar' }],
  ['which-first', 'hot-water-60', { done: 'heat-pump' }],
]

describe('caveats of tools', () => {
  test.each(SHOWN)('%s shows %s with %j', (tool, key, inputs) => {
    expect(listKeys(tool, inputs)).toContain(key)
  })

  test.each(OMITTED)('%s omits %s with %j', (tool, key, inputs) => {
    expect(listKeys(tool, inputs)).not.toContain(key)
  })

  test('the cases above are exactly the pairs in content/caveats.yaml', () => {
    const declared = [...readCaveatEntries()].flatMap(([key, { appliesTo }]) => appliesTo.tools.map((tool) => `${tool} ${key}`))
    expect(SHOWN.map(([tool, key]) => `${tool} ${key}`).toSorted()).toEqual(declared.toSorted())
  })

  test('a peak above the fuse is in the title, with and without load management', () => {
    expect(run('supply', { house: '45', charger: '32', fuse: '60' })).toEqual([
      { key: 'main-fuse', title: '77 A on a 60 A fuse: not without the network operator' },
    ])
    expect(run('supply', { house: '45', charger: '32', fuse: '60', limit: '60' })).toEqual([
      { key: 'main-fuse', title: 'Without load management: 77 A on a 60 A fuse' },
    ])
    expect(run('supply', { house: '45', charger: '32', fuse: '80' })).toEqual([{ key: 'main-fuse' }])
  })
})

test('the title of the caveat on the main fuse names the peak and the fuse with its article', () => {
  const findTitle = (fuse: string) => run('supply', { house: '70', charger: '32', fuse }).find(({ key }) => key === 'main-fuse')?.title
  expect(findTitle('80')).toMatch(/^102\sA on an 80\sA fuse: not without/)
  expect(findTitle('60')).toMatch(/^102\sA on a 60\sA fuse/)
})

describe('the surface decides about the caveats of insulation', () => {
  const listOf = (surface: string, uBefore: string, uAfter: string) => listKeys('insulation', { surface, uBefore, uAfter })
  test('a loft to 200 mm has cables and lights, whatever its U-value before', () => {
    expect(listOf('roof', '2.3', '0.21')).toEqual(['loft-cables-and-lights', 'asbestos-before-drilling'])
    expect(listOf('roof', '1.0', '0.21')).not.toContain('flues-before-cavity-fill')
  })
  test('a cavity wall has flues, also with a very low U-value after', () => {
    expect(listOf('cavity', '1.5', '0.18')).toEqual(['flues-before-cavity-fill', 'asbestos-before-drilling'])
  })
  test('without it both are shown where the U-values allow for either', () => {
    expect(listOf('other', '1.0', '0.21')).toEqual(['flues-before-cavity-fill', 'loft-cables-and-lights', 'asbestos-before-drilling'])
    expect(listOf('other', '1.7', '0.3')).toEqual(['asbestos-before-drilling'])
  })
})

test('load management that limits the peak to 60 A is named, because the operator must agree without it', () => {
  expect(run('supply', { house: '40', charger: '32', fuse: '80', limit: '60' })).toEqual([{ key: 'main-fuse' }])
  expect(run('supply', { house: '20', charger: '32', fuse: '80', limit: '60' })).toEqual([])
})

test('a charger of 10 A on one phase of three is plugged into a socket, and one on three phases is not', () => {
  const listOf = (chargerPhases: string) => listKeys('supply', { charger: '10', phases: '3', chargerPhases })
  expect(listOf('1')).toContain('socket-charging')
  expect(listOf('3')).not.toContain('socket-charging')
})
