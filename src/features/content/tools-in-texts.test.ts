/** Tests the tools that guides embed: their names are known, the inputs apply and there is a result. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { resolveReferenceText } from '#features/figures/texts/figure-text.policy.ts'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { chooseCaveats } from '#features/tools/caveats.policy.ts'
import { TOOL_NAMES } from '#features/tools/catalogue/tool.policy.ts'
import { runTool } from '#features/tools/catalogue/tools.policy.ts'
import type { RankedJob } from '#features/tools/sums/which-first/which-first.policy.ts'
import { parseToolLine } from '#platform/markdown/markdown-tools.ts'
import { CONTENT_FOLDER } from './content.files.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')
const MAX_PER_GUIDE = 2

const listToolLines = (pattern: string) =>
  globSync(pattern, { cwd: CONTENT_FOLDER }).flatMap((file) =>
    readFileSync(join(CONTENT_FOLDER, file), 'utf8')
      .split('\n')
      .filter((line) => line.includes('::tool'))
      .map((line) => ({ file, line })),
  )
const lines = listToolLines('articles/*.md')

/** Returns the errors of a line that embeds a tool. */
function findErrors(line: string): string[] {
  const tool = parseToolLine(line)
  const name = TOOL_NAMES.find((candidate) => candidate === tool?.name)
  if (!tool || !name) return ['unknown tool']
  const inputs = Object.fromEntries(new URL(tool.path, 'https://example.org').searchParams)
  // Compares with the number of inputs in the line, as malformed inputs are dropped without an error.
  const writtenCount = /\{(.*)\}/.exec(line)?.[1]?.trim().split(/\s+/).length ?? 0
  const malformed = Object.keys(inputs).length === writtenCount ? [] : ['malformed input']
  const runResult = runTool(name, inputs, referenceValues)
  if (!runResult.isValid) return [...malformed, ...Object.entries(runResult.errors).map(([input, message]) => `${input}: ${message}`)]
  return [
    ...malformed,
    ...Object.keys(inputs).flatMap((input) => (runResult.inputs[input]?.whose === 'reader' ? [] : [`${input} does not apply`])),
  ]
}

test('all embedded tools are valid', () => {
  expect(lines.flatMap(({ file, line }) => findErrors(line).map((error) => `${file}: ${line}: ${error}`))).toEqual([])
  expect(lines.length).toBeGreaterThan(15)
})

test('a guide with an embedded tool shows the caveats of that tool', () => {
  const missing = lines.flatMap(({ file, line }) => {
    const tool = parseToolLine(line)
    const name = TOOL_NAMES.find((candidate) => candidate === tool?.name)
    const text = readFileSync(join(CONTENT_FOLDER, file), 'utf8')
    const runResult =
      tool && name && runTool(name, Object.fromEntries(new URL(tool.path, 'https://example.org').searchParams), referenceValues)
    if (!name || !runResult?.isValid) return [`${file}: no result`]
    // Caveats with a specific title are shown by the embedded tool.
    const keys = chooseCaveats(name, runResult).flatMap(({ key, title }) => (title === undefined ? [key] : []))
    return keys.filter((key) => !text.includes(`{{caveat:${key}}}`)).map((key) => `${file}: ${key}`)
  })
  // The kits of this guide are not on a roof.
  expect(missing).toEqual(['articles/plug-in-solar.md: roof-structure'])
})

/** Returns a guide with its reference values, as plain text. */
const readGuide = (slug: string): string =>
  resolveReferenceText(readFileSync(join(CONTENT_FOLDER, 'articles', `${slug}.md`), 'utf8'), referenceValues, { isPlain: true }).text

test('the guide to walls gives the paybacks of the tools “insulation” and “which-first”', () => {
  const text = readGuide('walls-and-windows')
  const insulation = runTool('insulation', { area: '85', uBefore: '1.5', uAfter: '0.7', region: '6', quote: '1500' }, referenceValues)
  const { low = 0, middle = 0, high = 0 } = (insulation.isValid && insulation.results['payback']) || {}
  expect(text).toContain(`pays for itself in ${low?.toFixed(1)} to ${high?.toFixed(1)} years`)
  expect(text).toContain(`where that has ${middle?.toFixed(1)}`)
  for (const consumption of ['9500', '11500']) {
    const home = { house: 'semi', walls: 'empty-cavity', glazing: 'double-old', region: '6', consumption }
    const run = runTool('which-first', home, referenceValues)
    const jobs = (run.isValid ? run.details['jobs'] : []) as RankedJob[]
    const walls = jobs.find(({ job }) => job === 'walls')
    expect(text, consumption).toContain(`£${walls?.saving.middle?.toFixed(0)} `)
    expect(text, consumption).toContain(`${walls?.payback.middle?.toFixed(0)} years`)
  }
})

test('the guide to car tariffs embeds the window of its table', () => {
  const [, night, day] = /\| Five hours at ([\d.]+)p, else ([\d.]+)p \|/.exec(readGuide('which-tariff-for-a-car')) ?? []
  const { line = '' } = lines.find(({ file }) => file.endsWith('which-tariff-for-a-car.md')) ?? {}
  expect(line).toContain(`dayPrice=${day} nightPrice=${night} `)
})

test('only guides embed tools, at most two each', () => {
  const files = lines.map(({ file }) => file)
  expect(files.filter((file) => files.filter((otherFile) => otherFile === file).length > MAX_PER_GUIDE)).toEqual([])
  // Other texts do not render embedded tools.
  expect([...listToolLines('expert-articles/*.md'), ...listToolLines('products/*.yaml'), ...listToolLines('*.{md,yaml}')]).toEqual([])
})

test('the check finds embedded tools that are invalid', () => {
  for (const line of [
    '::tool[solr]{use=3100}',
    'See ::tool[solar]{use=3100}',
    '::tool[solar]{slopes=4:30:S:none uses=3100}',
    '::tool[solar]{slopes=4:30:S:none use = 3100}',
    '::tool[solar]{slopes=4:30:S:none use=much}',
    '::tool[heat-loss]{mode=meter consumption=11500 volume=200}',
    '::tool[heat-pump]{nation=northern-ireland fuel=oil consumption=15525 scop=3.3}',
  ]) {
    expect(findErrors(line), line).not.toEqual([])
  }
})
