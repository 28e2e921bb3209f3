/** Tools that stand in the guides: each is one that there is, with inputs that it knows and asks for, and with an answer. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFigureRows } from '#features/figures/figure-seed.service.ts'
import { makeFigures } from '#features/figures/figures.policy.ts'
import { TOOL_NAMES } from '#features/tools/catalogue/tool.policy.ts'
import { answerTool } from '#features/tools/catalogue/tools.policy.ts'
import { parseToolLine } from '#platform/markdown/markdown-tools.ts'
import { CONTENT_FOLDER } from './content.files.ts'

const figures = makeFigures(readFigureRows(), '2026-11-23')
const MOST_IN_A_GUIDE = 2

const linesOf = (pattern: string) =>
  globSync(pattern, { cwd: CONTENT_FOLDER }).flatMap((file) =>
    readFileSync(join(CONTENT_FOLDER, file), 'utf8')
      .split('\n')
      .filter((line) => line.includes('::tool'))
      .map((line) => ({ file, line })),
  )
const lines = linesOf('articles/*.md')

/** What is wrong with such a line, or nothing. */
function faultsOf(line: string): string[] {
  const tool = parseToolLine(line)
  const name = TOOL_NAMES.find((one) => one === tool?.name)
  if (!tool || !name) return ['no tool that there is']
  const given = Object.fromEntries(new URL(tool.path, 'https://example.org').searchParams)
  // As many as were written: one that cannot be read as `name=value` would be left out in silence.
  const written = /\{(.*)\}/.exec(line)?.[1]?.trim().split(/\s+/).length ?? 0
  const unread = Object.keys(given).length === written ? [] : ['an input that cannot be read']
  const reply = answerTool(name, given, figures)
  if (!reply.isAnswered) return [...unread, ...Object.entries(reply.errors).map(([input, message]) => `${input}: ${message}`)]
  return [
    ...unread,
    ...Object.keys(given).flatMap((input) => (reply.inputs[input]?.whose === 'reader' ? [] : [`${input} is not asked for`])),
  ]
}

test('each is a tool that there is, its inputs are asked for, and it has an answer', () => {
  expect(lines.flatMap(({ file, line }) => faultsOf(line).map((fault) => `${file}: ${line}: ${fault}`))).toEqual([])
  expect(lines.length).toBeGreaterThan(15)
})

test('a guide has no more than two, and only guides have any', () => {
  const files = lines.map(({ file }) => file)
  expect(files.filter((file) => files.filter((one) => one === file).length > MOST_IN_A_GUIDE)).toEqual([])
  // Elsewhere the line would stay a link, or the words that it is written in.
  expect([...linesOf('expert-articles/*.md'), ...linesOf('products/*.yaml'), ...linesOf('*.{md,yaml}')]).toEqual([])
})

test('a wrong one would be found', () => {
  for (const line of [
    '::tool[solr]{use=3100}',
    'See ::tool[solar]{use=3100}',
    '::tool[solar]{slopes=4:30:S:none uses=3100}',
    '::tool[solar]{slopes=4:30:S:none use = 3100}',
    '::tool[solar]{slopes=4:30:S:none use=much}',
    '::tool[heat-loss]{mode=meter consumption=11500 volume=200}',
    '::tool[heat-pump]{nation=northern-ireland fuel=oil consumption=15525 scop=3.3}',
  ]) {
    expect([line, faultsOf(line).length > 0]).toEqual([line, true])
  }
})
