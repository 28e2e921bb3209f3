/** Lists the target's endpoints from its OpenAPI document. */
import type { Schema } from '#tests/support/worst-body.ts'
import { ask, type Target } from './target.ts'

export interface ApiCall {
  method: string
  /** OpenAPI path, with `{id}` for parameters. */
  path: string
  access: 'public' | 'member' | 'admin'
  /** Schema of the JSON body without references; `undefined` for no body or a file. */
  schema: Schema | undefined
  takesFile: boolean
}

interface Described {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}
interface Operation {
  security: { session?: string[] }[]
  requestBody?: { content: Record<string, { schema?: unknown }> }
}

export async function listCalls(target: Target): Promise<ApiCall[]> {
  const { status, text } = await ask(target, '/api/openapi.json')
  if (status !== 200) throw new Error(`/api/openapi.json answers ${status}: the endpoints cannot be listed.`)
  const { paths, components } = JSON.parse(text) as Described
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { security, requestBody }]) => {
      const content = requestBody?.content ?? {}
      const schema = content['application/json']?.schema
      return {
        path,
        method: method.toUpperCase(),
        access: accessOf(security),
        schema: schema === undefined ? undefined : (resolveRefs(schema, components.schemas) as Schema),
        takesFile: requestBody !== undefined && schema === undefined,
      }
    }),
  )
}

function accessOf(security: Operation['security']): ApiCall['access'] {
  if (security.some(({ session }) => session === undefined)) return 'public'
  return security.some(({ session }) => session?.includes('admin')) ? 'admin' : 'member'
}

const MAX_DEPTH = 12
/** Resolves all `$ref`s. */
function resolveRefs(value: unknown, schemas: Record<string, unknown>, depth = 0): unknown {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value
  if (Array.isArray(value)) return value.map((one) => resolveRefs(one, schemas, depth + 1))
  if ('$ref' in value && typeof value.$ref === 'string') return resolveRefs(schemas[value.$ref.split('/').at(-1) ?? ''], schemas, depth + 1)
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolveRefs(part, schemas, depth + 1)]))
}

export const fillPath = (path: string, id: string): string => path.replaceAll(/\{\w+\}/g, id)
