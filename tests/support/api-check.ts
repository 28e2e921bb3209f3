/** Holds every answer that the tests get against the API's own description: status, content type, headers and body. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse as InjectResponse } from 'fastify'
import { describeApiOf } from '#app/api-docs/api-description.ts'
import type { OpenApiOperation } from '#platform/openapi/openapi-operation.ts'
import type { ApiDocument } from '#platform/openapi/openapi.ts'
import type { ApiResponse } from '#platform/openapi/openapi-responses.ts'
import type { JsonSchema } from '#platform/openapi/openapi-schemas.ts'

export interface SeenAnswer {
  method: string
  /** As it was asked for, with or without a query. */
  url: string
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
}

const document: ApiDocument = await describeApiOf({ name: 'Tests', origin: 'http://localhost' })
// Only what the description itself uses; a format that nobody checks would be a promise that nobody keeps.
const ajv = new Ajv2020({ allErrors: true, strict: false, formats: { binary: true } })
ajv.addSchema({ ...document, $id: 'api' })
const checks = new Map<string, ValidateFunction>()

const templates = Object.keys(document.paths)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  // What is spelt out goes before what stands for anything.
  .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)

/** From now on every answer that a test gets from this app is one that the description knows. */
export function checkAnswersOf(app: FastifyInstance): void {
  const inject = app.inject.bind(app) as (asked: string | InjectOptions) => Promise<InjectResponse>
  const checked = async (asked: string | InjectOptions): Promise<InjectResponse> => {
    const answer = await inject(asked)
    const { url = '', method = 'GET' } = typeof asked === 'string' ? { url: asked } : asked
    expectNoForeignFrame(String(url), answer.headers['content-security-policy'])
    const address = typeof url === 'string' ? url : (url.pathname ?? '')
    expectAsDescribed({ method, url: address, status: answer.statusCode, headers: answer.headers, text: answer.body })
    return answer
  }
  Object.assign(app, { inject: checked })
}

/** `default-src` says nothing of frames: an answer with a policy of its own would forget it. */
function expectNoForeignFrame(url: string, policy: unknown): void {
  if (policy !== undefined && !/frame-ancestors '(self|none)'/.test(String(policy)))
    throw new Error(`${url} may stand in a frame of any site: its content security policy names no frame-ancestors.`)
}

/**
 * What is no call of the API is let through: it is not described.
 * @throws Error that names the call, and the place in the description that it breaks
 */
export function expectAsDescribed(seen: SeenAnswer): void {
  const found = operationOf(seen)
  if (!found) return
  const { path, operation } = found
  const place = `paths.${path}.${seen.method.toLowerCase()}.responses`
  const broken = (where: string, what: string) => new Error(`${seen.method} ${seen.url} answered ${seen.status}: ${what} (${where})`)
  const declared = operation.responses[String(seen.status)]
  if (!declared) throw broken(place, `only ${Object.keys(operation.responses).join(', ')} are described. ${seen.text.slice(0, 300)}`)
  const { at, answer } = resolve(declared, `${place}.${seen.status}`)
  for (const fault of [...headerFaults(seen, answer), ...contentFaults(seen, answer, at)]) throw broken(at, fault)
}

function operationOf({ method, url }: SeenAnswer): { path: string; operation: OpenApiOperation } | undefined {
  const asked = url.split('?')[0] ?? ''
  for (const { path, pattern } of templates) {
    const operation = document.paths[path]?.[method.toLowerCase()]
    if (operation && pattern.test(asked)) return { path, operation }
  }
  return undefined
}

function resolve(declared: OpenApiOperation['responses'][string], at: string): { at: string; answer: ApiResponse } {
  if (!('$ref' in declared)) return { at, answer: declared }
  const name = declared.$ref.split('/').at(-1) ?? ''
  const answer = document.components.responses[name]
  if (!answer) throw new Error(`${at} refers to ${declared.$ref}, which is not there.`)
  return { at: `components.responses.${name}`, answer }
}

function headerFaults({ headers }: SeenAnswer, answer: ApiResponse): string[] {
  return Object.entries(answer.headers).flatMap(([name, { $ref }]) => {
    const header = document.components.headers[$ref.split('/').at(-1) ?? '']
    const value = headers[name.toLowerCase()]
    if (!header) return [`the header ${name} refers to ${$ref}, which is not there`]
    if (value === undefined) return header.required ? [`the header ${name} is missing`] : []
    const check = checkOf($ref.slice(1) + '/schema')
    return check(String(value)) ? [] : [`the header ${name} is ${JSON.stringify(value)}: ${explain(check)}`]
  })
}

function contentFaults({ headers, text }: SeenAnswer, { content }: ApiResponse, at: string): string[] {
  if (!content) return text === '' ? [] : [`a body is not described, and there is one: ${text.slice(0, 300)}`]
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
  const declared = content[type]
  if (!declared) return [`the content type is ${type || 'none'}, described is ${Object.keys(content).join(', ')}`]
  if (type !== 'application/json' || headers['content-encoding'] !== undefined) return []
  const check = checkAt(declared.schema, at)
  return check(JSON.parse(text)) ? [] : [`${explain(check)} in ${text.slice(0, 300)}`]
}

/** By its own place in the document; parts refer to one another from there. */
function checkOf(pointer: string): ValidateFunction {
  const known = checks.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` })
  checks.set(pointer, known)
  return known
}

function checkAt(schema: JsonSchema, at: string): ValidateFunction {
  const known = checks.get(at) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as JsonSchema)
  checks.set(at, known)
  return known
}

const explain = ({ errors }: ValidateFunction): string =>
  (errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, schemaPath, message, params }) => `${instancePath || 'it'} ${message} ${JSON.stringify(params)} at ${schemaPath}`)
    .join('; ')
