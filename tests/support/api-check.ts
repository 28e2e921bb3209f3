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
// Lists only the formats that the document uses. Otherwise, ajv would ignore an unknown format without an error.
const ajv = new Ajv2020({ allErrors: true, strict: false, formats: { binary: true } })
ajv.addSchema({ ...document, $id: 'api' })
const validatorsByLocation = new Map<string, ValidateFunction>()

const templates = Object.keys(document.paths)
  .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+')}$`) }))
  // Paths with fewer parameters come first, because they take precedence.
  .toSorted((first, second) => first.path.split('{').length - second.path.split('{').length)

/** Replaces `app.inject()` by a function that also checks each response. */
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

/**
 * Checks that other sites cannot frame a response (clickjacking). `default-src` does not cover `frame-ancestors`, so a custom policy must
 * contain it.
 */
function expectNoForeignFrame(url: string, policy: unknown): void {
  if (policy !== undefined && !/frame-ancestors '(self|none)'/.test(String(policy)))
    throw new Error(`${url} can be framed by any site: its Content-Security-Policy has no frame-ancestors.`)
}

/**
 * Checks a response; paths that the document does not describe are ignored.
 * @throws Error with the call and the violated location in the document
 */
export function expectMatchesDescription(observed: ObservedResponse): void {
  const match = findOperation(observed)
  if (!match) return
  const { path, operation } = match
  const location = `paths.${path}.${observed.method.toLowerCase()}.responses`
  const violation = (location: string, problem: string) =>
    new Error(`${observed.method} ${observed.url} answered ${observed.status}: ${problem} (${location})`)
  const declared = operation.responses[String(observed.status)]
  if (!declared)
    throw violation(location, `only ${Object.keys(operation.responses).join(', ')} are described. ${observed.text.slice(0, 300)}`)
  const { at: responseLocation, response } = resolve(declared, `${location}.${observed.status}`)
  for (const problem of [...findHeaderProblems(observed, response), ...findContentProblems(observed, response, responseLocation)])
    throw violation(responseLocation, problem)
}

function findOperation({ method, url }: ObservedResponse): { path: string; operation: OpenApiOperation } | undefined {
  const requestPath = url.split('?')[0] ?? ''
  for (const { path, pattern } of templates) {
    const operation = document.paths[path]?.[method.toLowerCase()]
    if (operation && pattern.test(requestPath)) return { path, operation }
  }
  return undefined
}

function resolve(declared: OpenApiOperation['responses'][string], location: string): { at: string; response: ApiResponse } {
  if (!('$ref' in declared)) return { at: location, response: declared }
  const name = declared.$ref.split('/').at(-1) ?? ''
  const response = document.components.responses[name]
  if (!response) throw new Error(`${location} refers to ${declared.$ref}, which does not exist.`)
  return { at: `components.responses.${name}`, response }
}

function findHeaderProblems({ headers }: ObservedResponse, response: ApiResponse): string[] {
  return Object.entries(response.headers).flatMap(([name, { $ref }]) => {
    const header = document.components.headers[$ref.split('/').at(-1) ?? '']
    const value = headers[name.toLowerCase()]
    if (!header) return [`the header ${name} refers to ${$ref}, which does not exist`]
    if (value === undefined) return header.required ? [`the header ${name} is missing`] : []
    const validate = getHeaderValidator($ref.slice(1) + '/schema')
    return validate(String(value)) ? [] : [`the header ${name} is ${JSON.stringify(value)}: ${explain(validate)}`]
  })
}

function findContentProblems({ headers, text }: ObservedResponse, { content }: ApiResponse, location: string): string[] {
  if (!content) return text === '' ? [] : [`an undescribed body: ${text.slice(0, 300)}`]
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
  const declared = content[type]
  if (!declared) return [`the content type is ${type || 'none'}, described is ${Object.keys(content).join(', ')}`]
  if (type !== 'application/json' || headers['content-encoding'] !== undefined) return []
  const validate = getBodyValidator(declared.schema, location)
  return validate(JSON.parse(text)) ? [] : [`${explain(validate)} in ${text.slice(0, 300)}`]
}

/** Compiles a schema by its JSON pointer, because schemas refer to each other within the document. */
function getHeaderValidator(pointer: string): ValidateFunction {
  const validator = validatorsByLocation.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` })
  validatorsByLocation.set(pointer, validator)
  return validator
}

function getBodyValidator(schema: JsonSchema, location: string): ValidateFunction {
  const validator =
    validatorsByLocation.get(location) ?? ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/')) as JsonSchema)
  validatorsByLocation.set(location, validator)
  return validator
}

const explain = ({ errors }: ValidateFunction): string =>
  (errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, schemaPath, message, params }) => `${instancePath || 'it'} ${message} ${JSON.stringify(params)} at ${schemaPath}`)
    .join('; ')
