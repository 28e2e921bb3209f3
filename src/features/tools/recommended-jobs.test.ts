/** Tests that a result which recommends an insulation job shows the caveats of that job. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { TOOL_NAMES, type ToolName } from './catalogue/tool.policy.ts'
import { generateToolQuery, type TestQuery } from './catalogue/tool-query.factory.ts'
import { runTool } from './catalogue/tools.policy.ts'
import { chooseCaveats } from './caveats.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-28')

/** Sentences that recommend a job: a verb in the imperative, and the job in the same sentence. */
const RECOMMENDED_JOBS: readonly { job: RegExp; caveat: string }[] = [
  { job: /\b(?:do|insulate|top up)\b[^.:;]*\bloft\b/i, caveat: 'loft-cables-and-lights' },
  { job: /\b(?:do|fill|insulate)\b[^.:;]*\bcavity\b/i, caveat: 'flues-before-cavity-fill' },
  { job: /\b(?:do|stop)\b[^.:;]*\bdraughts\b|\bseal gaps\b/i, caveat: 'draughts-and-flues' },
  { job: /\b(?:do|fill|insulate|top up)\b[^.:;]*\b(?:loft|cavity|walls)\b/i, caveat: 'asbestos-before-drilling' },
]

const collectTexts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : typeof value === 'object' && value !== null ? Object.values(value).flatMap(collectTexts) : []

/** Returns the caveats that the texts of a result need, and those that it shows; none if the inputs are invalid. */
function findCaveats(name: ToolName, query: TestQuery): { needed: string[]; shown: string[] } {
  const runResult = runTool(name, query, referenceValues)
  if (!runResult.isValid) return { needed: [], shown: [] }
  const texts = collectTexts([runResult.details, runResult.warnings])
  const isBuiltWithoutAsbestos = runResult.inputs['age']?.text === 'since-2006'
  return {
    needed: RECOMMENDED_JOBS.flatMap(({ job, caveat }) =>
      texts.some((text) => job.test(text)) && !(isBuiltWithoutAsbestos && caveat === 'asbestos-before-drilling') ? caveat : [],
    ),
    shown: chooseCaveats(name, runResult).map(({ key }) => key),
  }
}

describe('a result that recommends an insulation job', () => {
  test.each(TOOL_NAMES)('shows the caveats of the job in %s', (name) => {
    fc.assert(
      fc.property(generateToolQuery(name, false), (query) => {
        const { shown, needed } = findCaveats(name, query)
        expect(needed.filter((key) => !shown.includes(key))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  test.each<[ToolName, TestQuery, string[]]>([
    [
      'heat-pump-suitability',
      { insulated: 'no' },
      ['loft-cables-and-lights', 'flues-before-cavity-fill', 'draughts-and-flues', 'asbestos-before-drilling'],
    ],
    ['heat-pump-suitability', { insulated: 'yes', pipes: 'yes' }, []],
    ['which-first', { region: '6', done: 'walls' }, ['loft-cables-and-lights', 'draughts-and-flues', 'asbestos-before-drilling']],
    ['which-first', { region: '6', tenure: 'tenant', done: 'draughts,loft,walls' }, ['draughts-and-flues']],
  ])('is recognised in %s with %j', (name, query, needed) => {
    expect(findCaveats(name, query).needed).toEqual(needed)
  })
})
