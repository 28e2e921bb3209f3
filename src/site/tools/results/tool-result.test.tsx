/** Tests that every result of a tool can be rendered, with random inputs. */
import fc from 'fast-check'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { TOOL_NAMES, type ToolName } from '#features/tools/catalogue/tool.policy.ts'
import { generateToolQuery, type TestQuery } from '#features/tools/catalogue/tool-query.factory.ts'
import { fillForm } from '#features/tools/tool-form.policy.ts'
import { TOOL_TEXTS } from '#features/tools/texts/tool-texts.policy.ts'
import type { ToolReply } from '#features/tools/tool.client.ts'
import { ToolResult } from './tool-result.tsx'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-28')

/** Renders the result of a tool; undefined if the inputs are invalid. */
function renderResult(name: ToolName, query: TestQuery): string | undefined {
  const { fields, runResult } = fillForm(name, query, referenceValues)
  if (!runResult.isValid) return undefined
  const { inputs, results, constants, warnings, details } = runResult
  const { main, breakEven, results: labels } = TOOL_TEXTS[name]
  const shownResults = Object.entries(labels).flatMap(([result, label]) =>
    results[result] && results[result].middle !== null
      ? [{ name: result, label, isMain: main.includes(result), isBreakEven: breakEven.includes(result) }]
      : [],
  )
  return renderToStaticMarkup(
    <MemoryRouter>
      <ToolResult
        form={{ name, title: name, results: shownResults, fields, today: referenceValues.day, guides: [], next: [] }}
        result={{ inputs, results, constants, warnings, caveats: [], ...details } as ToolReply}
      />
    </MemoryRouter>,
  )
}

test.each(TOOL_NAMES)('the result of %s is rendered for all inputs, without missing values', (name) => {
  let renderedCount = 0
  fc.assert(
    fc.property(generateToolQuery(name, false), (query) => {
      const html = renderResult(name, query)
      if (html === undefined) return
      renderedCount += 1
      expect(html).toContain('Your result')
      expect(html.replaceAll(/<[^>]*>/g, ' ')).not.toMatch(/NaN|Infinity|undefined|\[object|∞/)
    }),
    { numRuns: 60 },
  )
  expect(renderedCount).toBeGreaterThan(0)
})

test('a result of exact values says why it has no range', () => {
  const exact = renderResult('battery', { energy: '1700', efficiency: '90', standby: '20' })
  expect(exact).toContain('Calculated from exact values, so it has no range.')
  expect(exact).not.toContain('No range is known')
  expect(renderResult('battery', { energy: '1700', efficiency: '90' })).not.toContain('exact values')
})
