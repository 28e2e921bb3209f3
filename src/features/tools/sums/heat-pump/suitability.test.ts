/** Tests the verdicts of `heat-pump-suitability` for real kinds of homes. */
import { describe, expect, test } from 'vitest'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { runTool, TOOLS } from '#features/tools/catalogue/tools.policy.ts'
import { TOOL_TEXTS } from '#features/tools/texts/tool-texts.policy.ts'
import { calculateDistanceForLevel } from './noise.policy.ts'
import { ANSWERS, QUESTIONS, REASON_TONES, type Suitability } from './suitability.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')

function judge(query: string): Suitability {
  const result = runTool('heat-pump-suitability', Object.fromEntries(new URLSearchParams(query)), referenceValues)
  if (!result.isValid) throw new Error(JSON.stringify(result.errors))
  return result.details['suitability'] as Suitability
}
const ALL_YES = 'outdoors=yes&neighbour=yes&pipes=yes&insulated=yes&cylinder=yes&mains=yes&listed=no'
const listTones = ({ reasons }: Suitability, tone: string) =>
  reasons.filter((reason) => reason.tone === tone).map(({ question }) => question)

describe('verdict', () => {
  test.each<[string, string, Suitability['verdict']]>([
    ['a house where everything fits', ALL_YES, 'likely'],
    ['one open question', `${ALL_YES}&mains=unsure`, 'likely'],
    ['a semi without insulation', `${ALL_YES}&insulated=no`, 'with-work'],
    ['a house without radiators', `${ALL_YES}&pipes=no`, 'with-work'],
    ['a farmhouse on oil that is listed', `${ALL_YES}&listed=yes`, 'ask-first'],
    ['a rented house', `${ALL_YES}&tenure=tenant`, 'ask-first'],
    ['an owned flat with radiators', `${ALL_YES}&dwelling=flat`, 'ask-first'],
    ['nothing known', '', 'ask-first'],
    ['a rented flat with electric heating', `${ALL_YES}&dwelling=flat&tenure=tenant&pipes=no`, 'other-ways'],
    ['no place outside', `${ALL_YES}&outdoors=no`, 'other-ways'],
  ])('of %s is the expected one', (_home, query, verdict) => {
    // The last value of a repeated parameter counts in these queries.
    expect(judge(query).verdict).toBe(verdict)
  })
  test('lists the reasons by weight, and asks for the distance only where there is a place', () => {
    const suitability = judge(`${ALL_YES}&tenure=tenant&insulated=no&mains=unsure`)
    const tones = suitability.reasons.map(({ tone }) => REASON_TONES.indexOf(tone))
    expect(tones).toEqual(tones.toSorted((a, b) => a - b))
    expect(listTones(suitability, 'permission')).toEqual(['tenure'])
    expect(listTones(suitability, 'work')).toEqual(['insulated'])
    expect(judge(`${ALL_YES}&outdoors=no`).reasons.map(({ question }) => question)).not.toContain('neighbour')
  })
})

test('the distance of the question is that of a typical unit at the limit, plus the metre to the window, as in the noise tool', () => {
  expect(calculateDistanceForLevel(54, 4, 37)).toBeCloseTo(3.99, 2)
  expect(judge(`${ALL_YES}&neighbour=no`).reasons.find(({ question }) => question === 'neighbour')?.text).toContain('Closer than 5 m')
  const runNoise = (distance: string) => {
    const result = runTool('noise', { power: '54', directivity: '4', distance }, referenceValues)
    return result.isValid ? (result.results['level']?.middle ?? 0) : 0
  }
  // 5 m to the window are 4 m to the point one metre in front of it.
  expect(runNoise('4')).toBeLessThanOrEqual(37)
  expect(runNoise('3')).toBeGreaterThan(39)
  expect(TOOLS['heat-pump-suitability'].inputs.find(({ name }) => name === 'neighbour')?.label).toContain('at least 5 m')
})

test.each([
  ['nation=scotland&tenure=tenant', 'neither of you gets it'],
  ['nation=scotland&tenure=landlord', 'for people who own and live in their home'],
  ['nation=england&tenure=tenant', 'Private landlords can apply'],
  ['nation=northern-ireland&tenure=owner', 'does not cover Northern Ireland'],
])('of %s names no grant that the home cannot get', (query, text) => {
  expect(judge(query).reasons.find(({ question }) => question === 'tenure')?.text).toContain(text)
})

test('a flat without listing is told to ask about planning permission, and the grant is for replacing other heating', () => {
  const findText = (query: string, name: string) => judge(query).reasons.find(({ question }) => question === name)?.text
  expect(findText(`${ALL_YES}&dwelling=flat&nation=northern-ireland`, 'listed')).toContain('ask the council')
  expect(findText(ALL_YES, 'listed')).toContain('most heat pumps need no planning permission')
  expect(findText(ALL_YES, 'tenure')).toContain('if it replaces a boiler or electric heating')
})

test('every tool and guide of a reason is linked by the page, and every question has an answer for each choice', () => {
  const { next, guides } = TOOL_TEXTS['heat-pump-suitability']
  for (const question of QUESTIONS) {
    expect(TOOLS['heat-pump-suitability'].inputs.find(({ name }) => name === question)?.picture).toBe(`tools/suitability-${question}`)
    for (const answer of ANSWERS) {
      const reasons = judge(`dwelling=flat&${question}=${answer}`).reasons
      expect(reasons.flatMap(({ tools }) => tools).filter((tool) => !next.includes(tool))).toEqual([])
      expect(reasons.flatMap((reason) => reason.guides).filter((guide) => !guides.includes(guide))).toEqual([])
    }
  }
})
