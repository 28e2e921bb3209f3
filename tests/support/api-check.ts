/** Checks every response that tests receive against the OpenAPI document: status, content type, headers and body. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse as InjectResponse } from 'fastify'
import { describeApiOf } from '#app/api-docs/api-description.ts'
import type { OpenApiOperation } from '#platform/openapi/openapi-operation.ts'
import type { ApiDocument } from '#platform/openapi/openapi.ts'
import type { ApiResponse } from '#platform/openapi/openapi-responses.ts'
import type { JsonSchema } from '#platform/openapi/openapi-schemas.ts'

export interface ObservedResponse {
  method: string
  /** Requested URL, with or without a query. */
  url: string
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
}

const document: ApiDocument = await describeApiOf({ name: 'Tests', origin: 'http://localhost' })
// Only the formats that the document uses: an unknown format would be ignored silently.
const ajv = new Ajv2020({ allErrors: true, strict: false, formats: { binary: true } })
ajv.addSchema({ ...document, $id: 'api' })
const checks = new Map<string, ValidateFunction>()

const templates = Object.keys(document.paths)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  // Paths with fewer parameters take precedence.
  .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)

/** Patches `app.inject()` to check each response. */
export function checkResponsesOf(app: FastifyInstance): void {
  const inject = app.inject.bind(app) as (options: string | InjectOptions) => Promise<InjectResponse>
  const checkedInject = async (options: string | InjectOptions): Promise<InjectResponse> => {
    const response = await inject(options)
    const { url = '', method = 'GET' } = typeof options === 'string' ? { url: options } : options
    expectNoForeignFrame(String(url), response.headers['content-security-policy'])
    const path = typeof url === 'string' ? url : (url.pathname ?? '')
    expectMatchesDescription({ method, url: path, status: response.statusCode, headers: response.headers, text: response.body })
    return response
  }
  Object.assign(app, { inject: checkedInject })
}

/** Clickjacking: `default-src` does not cover `frame-ancestors`, so a custom policy has to include it. */
function expectNoForeignFrame(url: string, policy: unknown): void {
  if (policy !== undefined && !/frame-ancestors '(self|none)'/.test(String(policy)))
    throw new Error(`${url} can be framed by any site: its Content-Security-Policy has no frame-ancestors.`)
}

/**
 * Checks a response; paths that the document does not describe are ignored.
 * @throws Error with the call and the violated location in the document
 */
export function expectMatchesDescription(seen: ObservedResponse): void {
  const found = operationOf(seen)
  if (!found) return
  const { path, operation } = found
  const location = `paths.${path}.${seen.method.toLowerCase()}.responses`
  const violation = (where: string, what: string) => new Error(`${seen.method} ${seen.url} answered ${seen.status}: ${what} (${where})`)
  const declared = operation.responses[String(seen.status)]
  if (!declared) throw violation(location, `only ${Object.keys(operation.responses).join(', ')} are described. ${seen.text.slice(0, 300)}`)
  const { at, response } = resolve(declared, `${location}.${seen.status}`)
  for (const problem of [...findHeaderProblems(seen, response), ...findContentProblems(seen, response, at)]) throw violation(at, problem)
}

function operationOf({ method, url }: ObservedResponse): { path: string; operation: OpenApiOperation } | undefined {
  const requestPath = url.split('?')[0] ?? ''
  for (const { path, pattern } of templates) {
    const operation = document.paths[path]?.[method.toLowerCase()]
    if (operation && pattern.test(requestPath)) return { path, operation }
  }
  return undefined
}

function resolve(declared: OpenApiOperation['responses'][string], at: string): { at: string; response: ApiResponse } {
  if (!('$ref' in declared)) return { at, response: declared }
  const name = declared.$ref.split('/').at(-1) ?? ''
  const response = document.components.responses[name]
  if (!response) throw new Error(`${at} refers to ${declared.$ref}, which does not exist.`)
  return { at: `components.responses.${name}`, response }
}

function findHeaderProblems({ headers }: ObservedResponse, response: ApiResponse): string[] {
  return Object.entries(response.headers).flatMap(([name, { $ref }]) => {
    const header = document.components.headers[$ref.split('/').at(-1) ?? '']
    const value = headers[name.toLowerCase()]
    if (!header) return [`the header ${name} refers to ${$ref}, which does not exist`]
    if (value === undefined) return header.required ? [`the header ${name} is missing`] : []
    const check = checkOf($ref.slice(1) + '/schema')
    return check(String(value)) ? [] : [`the header ${name} is ${JSON.stringify(value)}: ${explain(check)}`]
  })
}

function findContentProblems({ headers, text }: ObservedResponse, { content }: ApiResponse, at: string): string[] {
  if (!content) return text === '' ? [] : [`an undescribed body: ${text.slice(0, 300)}`]
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
  const declared = content[type]
  if (!declared) return [`the content type is ${type || 'none'}, described is ${Object.keys(content).join(', ')}`]
  if (type !== 'application/json' || headers['content-encoding'] !== undefined) return []
  const check = checkAt(declared.schema, at)
  return check(JSON.parse(text)) ? [] : [`${explain(check)} in ${text.slice(0, 300)}`]
}

/** Compiles a schema by its JSON pointer, as schemas refer to each other within the document. */
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
