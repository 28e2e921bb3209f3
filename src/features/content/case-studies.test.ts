/** Tests that the case studies are marked as invented, that their sums add up, and that the tools give the same results. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { CaseStudy } from '#features/articles/case-studies/case-study.contract.ts'
import {
  calculateSeasonalEfficiency,
  listCaseStudyQuantities,
  sumCaseStudyMonths,
} from '#features/articles/case-studies/case-study.policy.ts'
import { resolveReferenceText } from '#features/figures/texts/figure-text.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { runTool } from '#features/tools/catalogue/tools.policy.ts'
import { calculateHotWaterKwh } from '#features/tools/sums/heat-loss.policy.ts'
import { parseToolLine } from '#platform/markdown/markdown-tools.ts'
import { readContent } from './content.files.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')
let cases: { slug: string; content: string; caseStudy: CaseStudy }[]
beforeAll(async () => {
  cases = (await readContent()).articles.flatMap(({ slug, content, caseStudy }) => (caseStudy ? [{ slug, content, caseStudy }] : []))
})

/** Returns the inputs of the first embedded tool with this name. */
function findToolInputs(content: string, name: string): Record<string, string> | undefined {
  const tool = content
    .split('\n')
    .filter((line) => line.startsWith('::tool['))
    .map((line) => parseToolLine(line))
    .find((candidate) => candidate?.name === name)
  return tool ? Object.fromEntries(new URL(tool.path, 'https://example.org').searchParams) : undefined
}

test('three case studies are marked as invented', () => {
  expect(cases.map(({ slug }) => slug).toSorted()).toEqual([
    'case-study-heat-pump-semi',
    'case-study-solar-terrace',
    'case-study-storage-to-air',
  ])
  expect(cases.filter(({ caseStudy }) => !caseStudy.isInvented)).toEqual([])
})

test('the text of a case study states its yearly totals', () => {
  for (const { slug, content, caseStudy } of cases)
    for (const quantity of listCaseStudyQuantities(caseStudy)) {
      const total = sumCaseStudyMonths(caseStudy.months, quantity)
      expect(content, `${slug}: ${quantity}`).toContain(total.toLocaleString('en-GB'))
    }
})

test('no month exports more than it generates, or uses more for the heat pump than it buys', () => {
  for (const { slug, caseStudy } of cases)
    for (const { bought, exported = 0, generated = 0, heatPump = 0 } of caseStudy.months) {
      expect(exported, slug).toBeLessThanOrEqual(generated)
      expect(heatPump, slug).toBeLessThanOrEqual(bought)
    }
})

describe('the tools', () => {
  test('give a yearly yield within the spread of the register', () => {
    const spread = referenceValues.find('solar.yield-spread')
    const withPanels = cases.filter(({ caseStudy }) => listCaseStudyQuantities(caseStudy).includes('generated'))
    expect(withPanels.length).toBeGreaterThan(0)
    for (const { slug, content, caseStudy } of withPanels) {
      const run = runTool('solar', findToolInputs(content, 'solar') ?? {}, referenceValues)
      const results = run.isValid ? run.results : {}
      const generated = sumCaseStudyMonths(caseStudy.months, 'generated')
      const sapYield = results['generation']?.middle ?? 0
      expect(generated / sapYield, slug).toBeGreaterThan(spread?.low ?? 1)
      expect(generated / sapYield, slug).toBeLessThan(spread?.high ?? 1)
      const ownUse = generated - sumCaseStudyMonths(caseStudy.months, 'exported')
      expect(ownUse, slug).toBeGreaterThan(results['selfUse']?.low ?? Infinity)
      expect(ownUse, slug).toBeLessThan(results['selfUse']?.high ?? 0)
    }
  })

  test('give a seasonal efficiency within the range for a flow of 45 °C, and the one that the guide embeds', () => {
    const scop = referenceValues.find('scop.flow-45')
    const withHeatPump = cases.filter(({ caseStudy }) => listCaseStudyQuantities(caseStudy).includes('heatPump'))
    expect(withHeatPump).toHaveLength(2)
    for (const { slug, content, caseStudy } of withHeatPump) {
      const efficiency = calculateSeasonalEfficiency(caseStudy) ?? 0
      expect(efficiency, slug).toBeGreaterThan(scop?.low ?? Infinity)
      expect(efficiency, slug).toBeLessThan(scop?.high ?? 0)
      expect(efficiency.toFixed(2), slug).toBe(findToolInputs(content, 'heat-pump')?.['scop'])
    }
  })

  test('give the heat of the fuel that the home used before', () => {
    for (const { slug, content, caseStudy } of cases) {
      const inputs = findToolInputs(content, 'heat-pump')
      if (!inputs) continue
      const fuelHeat = Number(inputs['consumption']) * Number(inputs['efficiency'] ?? 1)
      expect(sumCaseStudyMonths(caseStudy.months, 'heat') / fuelHeat, slug).toBeCloseTo(1, 2)
    }
    // Hot water of three people by the formula of the tool, as the text states.
    expect(Math.round(calculateHotWaterKwh(3))).toBe(1745)
  })
})

describe('the texts', () => {
  /** Returns the text of a case study with its reference values, and numbers without thousands separators. */
  const readText = (slug: string): string => {
    const { content = '' } = cases.find((study) => study.slug === slug) ?? {}
    return resolveReferenceText(content, referenceValues, { isPlain: true }).text.replace(/(\d),(\d{3})/g, '$1$2')
  }
  /** Returns the numbers in the groups of the pattern. */
  const readNumbers = (text: string, pattern: RegExp): number[] => (pattern.exec(text) ?? []).slice(1).map(Number)

  test('of the flat: the changes add up to the change of the bill, within rounding', () => {
    const changes = [...readText('case-study-storage-to-air').matchAll(/\| ([−+])£(\d+) \|$/gm)].map(([, sign, pounds]) =>
      sign === '−' ? -Number(pounds) : Number(pounds),
    )
    expect(changes).toHaveLength(5)
    const bill = changes.pop() ?? 0
    const sum = changes.reduce((total, change) => total + change, 0)
    expect(Math.abs(sum - bill)).toBeLessThanOrEqual(2)
  })

  test('of the flat: the noise is that of the tool and within the limit', () => {
    const text = readText('case-study-storage-to-air')
    const [power, distance, level] = readNumbers(
      text,
      /rated at (\d+) dB\(A\)[^.]*?(\d+) metres from the nearest window[\s\S]*?gives (\d+) dB\(A\)/,
    )
    // The level is assessed one metre before the window.
    const run = runTool('noise', { power: String(power), directivity: '4', distance: String((distance ?? 0) - 1) }, referenceValues)
    const results = run.isValid ? run.results : {}
    expect(level).toBe(Math.ceil(results['level']?.middle ?? 0))
    expect(level).toBeLessThanOrEqual(results['limit']?.middle ?? 0)
  })

  test('of the terrace: the generated electricity is used, lost or exported, and the rest is bought', () => {
    const text = readText('case-study-solar-terrace')
    const [used = 0, lost = 0] = readNumbers(text, /the home used (\d+) of them itself[^.]*\. The battery lost (\d+)/)
    const months = cases.find(({ slug }) => slug === 'case-study-solar-terrace')?.caseStudy.months ?? []
    expect(used + lost + sumCaseStudyMonths(months, 'exported')).toBe(sumCaseStudyMonths(months, 'generated'))
    expect(readNumbers(text, /would have bought all of its (\d+) kWh/)).toEqual([used + sumCaseStudyMonths(months, 'bought')])
  })
})
