/** Binds endpoints to handlers: authorises, validates the input, runs, validates the output. Used over HTTP and in process alike. */
import type { z } from 'zod'
import type { Caller, Context } from './context.ts'
import { hasSession } from '#platform/http/cookie.ts'
import type { Endpoint, ListResult } from './endpoint.ts'
import { assertQuotas } from './endpoint-quotas.ts'
import { withReadVersion } from './version.ts'
import { badRequest, forbidden, notFound, sessionEnded, unauthorized, type AppError } from './errors.ts'

export interface ParsedRequest<P, Q, B> {
  params: P
  query: Q
  body: B
}

export interface RawRequest {
  params?: unknown
  query?: unknown
  body?: unknown
}

export interface Route {
  endpoint: Endpoint
  /**
   * Authorises and runs a call.
   * @returns the parsed result; for lists a `ListResult`
   * @throws AppError 404 for a disabled feature, 401 or 403 for viewers without access, 400 for invalid input (404 for an
   * invalid path of a GET), 429 or 507 for exhausted quotas, and those of the handler
   */
  invoke(ctx: Context, raw: RawRequest): Promise<unknown>
}

type HandlerResult<R extends z.ZodType, L extends boolean> = L extends true
  ? ListResult<z.input<R> extends (infer T)[] ? T : never>
  : z.input<R>

/** Binds an endpoint to its handler. */
export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType, L extends boolean>(
  endpoint: Endpoint<string, P, Q, B, R, L>,
  run: (ctx: Context, input: ParsedRequest<z.output<P>, z.output<Q>, z.output<B>>) => Promise<HandlerResult<R, L>>,
): Route {
  return {
    endpoint,
    async invoke(ctx, raw) {
      if (endpoint.feature && !ctx.site.settings.features[endpoint.feature]) throw notFound('page')
      authorize(ctx, endpoint.access)
      const input = {
        params: parseInput(endpoint.params, raw.params ?? {}, endpoint.method === 'GET'),
        query: parseInput(endpoint.query, raw.query ?? {}, false),
        body: endpoint.maxFileBytes
          ? (raw.body as z.output<B>)
          : parseInput(endpoint.body, withReadVersion(endpoint, ctx.caller?.ifMatch, raw.body ?? {}), false),
      }
      if (ctx.site.quotas) await assertQuotas(ctx.site.quotas, endpoint, input.body)
      const result = await run(ctx, input)
      if (!endpoint.list) return endpoint.response.parse(result)
      const { items, total } = result as ListResult<unknown>
      return { items: endpoint.response.parse(items), total }
    },
  }
}

/** Checks access. @throws AppError 401 or 403 if the viewer has none */
export function authorize(ctx: Context, access: Endpoint['access']): void {
  const denial = findDenial(ctx, access)
  if (denial) throw denial
}

/** Whether the viewer is an administrator with all required factors, to whom a public call may return more. */
export const isAuthorizedAdmin = (ctx: Context): boolean => findDenial(ctx, 'admin') === undefined

function findDenial({ viewer, site, caller }: Context, access: Endpoint['access']): AppError | undefined {
  if (access === 'public') return undefined
  if (!viewer) return unauthenticated(caller)
  if (access !== 'admin') return undefined
  if (!viewer.isAdmin) return forbidden('auth.admin_only', 'Only an administrator may do this.')
  if ((site.settings.adminSecondFactor ?? viewer.isSecondFactorRecommended) && viewer.hasSecondFactor === false)
    return forbidden('auth.second_factor_needed', 'Set up a second factor on your account page first.')
  return undefined
}

/** Creates the 401 error for a request without a viewer: the session has ended, or there was none. */
export const unauthenticated = (caller: Caller | undefined): AppError => (namesSession(caller) ? sessionEnded() : unauthorized())

/** Whether the request names a session or a member. If there is no viewer, that session has ended. */
export const namesSession = (caller: Caller | undefined): boolean => caller?.actingAs !== undefined || hasSession(caller?.cookies)

/** Validates one part of a request. @param isInPath whether it is the path of a page or resource: invalid ones are a 404, not a 400 */
function parseInput<T extends z.ZodType>(schema: T, value: unknown, isInPath: boolean): z.output<T> {
  const parsed = schema.safeParse(value)
  const invalidTextPath = parsed.success ? findInvalidTextPath(parsed.data) : undefined
  if (parsed.success && invalidTextPath === undefined) return parsed.data
  if (isInPath) throw notFound('page')
  if (invalidTextPath !== undefined) throw badRequest(INVALID_TEXT, [{ path: invalidTextPath, message: INVALID_TEXT }])
  const errors = (parsed.error?.issues ?? []).map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  throw badRequest(errors[0] ? `${errors[0].path ? `${errors[0].path}: ` : ''}${errors[0].message}` : 'Please check what you sent.', errors)
}

const INVALID_TEXT = 'This contains a character that cannot be stored. Please type it again.'

/**
 * Finds text with NUL, which PostgreSQL cannot store, or with a lone surrogate, in whose place both databases store another character.
 * @returns dotted path of the first such text; undefined if there is none
 */
function findInvalidTextPath(value: unknown): string | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? '' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, part] of Object.entries(value)) {
    const path = findInvalidTextPath(part)
    if (path !== undefined) return path === '' ? name : `${name}.${path}`
  }
  return undefined
}
