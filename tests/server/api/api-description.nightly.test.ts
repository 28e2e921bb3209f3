/** The OpenAPI description passes a linter, and two client generators produce code that compiles. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import openapiTypes, { astToString } from 'openapi-typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeApiOf } from '#app/api-docs/api-description.ts'
import { apiRoutes } from '#app/registry.ts'

const root = join(import.meta.dirname, '../../..')
/** Within the project, so that generated code resolves the types of Node. */
const folder = mkdtempSync(join(makeFolder(join(root, 'node_modules/.cache')), 'api-description-'))
const file = join(folder, 'openapi.json')
const document = await describeApiOf({ name: 'Net Zero', origin: 'https://net-zero.test' })

beforeAll(() => writeFileSync(file, JSON.stringify(document)))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true })
  return path
}

/** Runs a tool without telemetry; returns its exit code and output. */
function run(name: string, args: string[]): [code: number | null, output: string] {
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' }
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin', name), args, { cwd: folder, env, encoding: 'utf8' })
  return [status, stdout]
}

test('redocly finds neither errors nor warnings', () => {
  // `/api/forums/category/{categoryId}` is specified. It is not ambiguous with `/api/forums/{id}/…`, as ids are integers.
  const options = ['--extends=recommended', '--skip-rule=no-ambiguous-paths', '--format=json']
  const [code, output] = run('redocly', ['lint', file, ...options])
  const { totals, problems } = JSON.parse(output) as { totals: object; problems: { ruleId: string; message: string }[] }
  expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([])
  expect(code).toBe(0)
  expect(totals).toMatchObject({ errors: 0, warnings: 0 })
})

const WITH_CLIENT = [
  "import { getAdminArchive, getArticles, getArticlesBySlug, patchArticlesById, postUploads } from './client'",
  "const { data } = await getArticlesBySlug({ path: { slugOrId: 'a' } })",
  'export const words: string | undefined = data?.contentHtml',
  "await postUploads({ query: { alt: 'A house' }, body: new Blob([]) })",
  'export const zip: Blob | File | undefined = (await getAdminArchive()).data',
  'const { data: all, error } = await getArticles({ query: { perPage: 5 } })',
  'export const first: string | undefined = all?.[0]?.title ?? error?.code',
  "await patchArticlesById({ path: { slugOrId: 1 }, body: { status: 'draft' } })",
  '// @ts-expect-error no article has such a status',
  "await patchArticlesById({ path: { slugOrId: 1 }, body: { status: 'asleep' } })",
]
const WITH_TYPES = [
  "import type { operations } from './types'",
  "type Answers = operations['getArticlesBySlug']['responses']",
  "export const words = (answer: Answers[200]['content']['application/json']): string => answer.contentHtml",
  "export const code = (answer: NonNullable<operations['getArticlesBySlug']['responses'][410]>['content']['application/json']): string => answer.code",
  "export const total = (headers: operations['getArticles']['responses'][200]['headers']): string => headers['X-Total-Count']",
  '// @ts-expect-error no such call',
  "export type None = operations['getNothing']",
]
const STRICT = ['--strict', '--noUncheckedIndexedAccess', '--noEmit', '--target', 'es2024', '--lib', 'es2024,dom,dom.iterable']
const MODULES = ['--module', 'preserve', '--moduleResolution', 'bundler', '--types', 'node', '--ignoreConfig']

test('the hey-api client and the openapi-typescript types compile, with typed inputs and responses', async () => {
  await createClient({ input: file, output: join(folder, 'client'), logs: { level: 'silent', file: false } })
  writeFileSync(join(folder, 'types.ts'), astToString(await openapiTypes(JSON.stringify(document))))
  const uses = { 'with-client.ts': WITH_CLIENT, 'with-types.ts': WITH_TYPES }
  for (const [name, lines] of Object.entries(uses)) writeFileSync(join(folder, name), lines.join('\n'))
  expect(run('tsc', [...STRICT, ...MODULES, ...Object.keys(uses)])).toEqual([0, ''])
})

test('every operation has a unique id and the summary of its contract', () => {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  expect(operations.map(({ summary }) => summary).toSorted()).toEqual(apiRoutes.map(({ endpoint }) => endpoint.summary).toSorted())
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(apiRoutes.length)
})
