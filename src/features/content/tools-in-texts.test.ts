/** Tools embedded in the guides: known names, applicable inputs and a result. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { TOOL_NAMES } from '#features/tools/catalogue/tool.policy.ts'
import { runTool } from '#features/tools/catalogue/tools.policy.ts'
import { parseToolLine } from '#platform/markdown/markdown-tools.ts'
import { CONTENT_FOLDER } from './content.files.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')
const MAX_PER_GUIDE = 2

const linesOf = (pattern: string) =>
  globSync(pattern, { cwd: CONTENT_FOLDER }).flatMap((file) =>
    readFileSync(join(CONTENT_FOLDER, file), 'utf8')
      .split('\n')
      .filter((line) => line.includes('::tool'))
      .map((line) => ({ file, line })),
  )
const lines = linesOf('articles/*.md')

/** Returns the errors of an embed line. */
function errorsOf(line: string): string[] {
  const tool = parseToolLine(line)
  const name = TOOL_NAMES.find((one) => one === tool?.name)
  if (!tool || !name) return ['unknown tool']
  const inputs = Object.fromEntries(new URL(tool.path, 'https://example.org').searchParams)
  // Compares with the number of inputs written, as malformed ones are silently dropped.
  const written = /\{(.*)\}/.exec(line)?.[1]?.trim().split(/\s+/).length ?? 0
  const unread = Object.keys(inputs).length === written ? [] : ['malformed input']
  const reply = runTool(name, inputs, referenceValues)
  if (!reply.isValid) return [...unread, ...Object.entries(reply.errors).map(([input, message]) => `${input}: ${message}`)]
  return [
    ...unread,
    ...Object.keys(inputs).flatMap((input) => (reply.inputs[input]?.whose === 'reader' ? [] : [`${input} does not apply`])),
  ]
}

test('all embeds are valid', () => {
  expect(lines.flatMap(({ file, line }) => errorsOf(line).map((error) => `${file}: ${line}: ${error}`))).toEqual([])
  expect(lines.length).toBeGreaterThan(15)
})

test('only guides have embeds, at most two each', () => {
  const files = lines.map(({ file }) => file)
  expect(files.filter((file) => files.filter((one) => one === file).length > MAX_PER_GUIDE)).toEqual([])
  // Other texts do not render embeds.
  expect([...linesOf('expert-articles/*.md'), ...linesOf('products/*.yaml'), ...linesOf('*.{md,yaml}')]).toEqual([])
})

test('the check finds invalid embeds', () => {
  for (const line of [
    '::tool[solr]{use=3100}',
    'See ::tool[solar]{use=3100}',
    '::tool[solar]{slopes=4:30:S:none uses=3100}',
    '::tool[solar]{slopes=4:30:S:none use = 3100}',
    '::tool[solar]{slopes=4:30:S:none use=much}',
    '::tool[heat-loss]{mode=meter consumption=11500 volume=200}',
    '::tool[heat-pump]{nation=northern-ireland fuel=oil consumption=15525 scop=3.3}',
  ]) {
    expect(errorsOf(line), line).not.toEqual([])
  }
})
