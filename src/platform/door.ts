/** Opens a contract line to callers: check who and what comes in, run, check what goes out. Used over HTTP and in process alike. */
import type { z } from 'zod'
import type { Context } from './context.ts'
import type { Endpoint, Listed } from './endpoint.ts'
import { badInput, forbidden, notFound, signInNeeded, type AppError } from './errors.ts'

export interface Input<P, Q, B> {
  params: P
  query: Q
  body: B
}

export interface RawInput {
  params?: unknown
  query?: unknown
  body?: unknown
}

export interface Door {
  endpoint: Endpoint
  /** @throws AppError for everything expected */
  open(ctx: Context, raw: RawInput): Promise<unknown>
}

type HandlerReply<R extends z.ZodType, L extends boolean> = L extends true ? Listed<z.input<R> extends (infer T)[] ? T : never> : z.input<R>

/** Binds an endpoint to the service call behind it. */
export function door<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType, L extends boolean>(
  endpoint: Endpoint<Endpoint['method'], string, P, Q, B, R, L>,
  run: (ctx: Context, input: Input<z.output<P>, z.output<Q>, z.output<B>>) => Promise<HandlerReply<R, L>>,
): Door {
  return {
    endpoint: endpoint as unknown as Endpoint,
    async open(ctx, raw) {
      if (endpoint.feature && !ctx.site.settings.features[endpoint.feature]) throw notFound('page')
      admit(ctx, endpoint.access)
      const input = {
        params: check(endpoint.params, raw.params ?? {}, endpoint.method === 'GET'),
        query: check(endpoint.query, raw.query ?? {}, false),
        body: endpoint.bytes ? (raw.body as z.output<B>) : check(endpoint.body, raw.body ?? {}, false),
      }
      const result = await run(ctx, input)
      if (!endpoint.list) return endpoint.reply.parse(result)
      const { items, total } = result as Listed<unknown>
      return { items: endpoint.reply.parse(items), total }
    },
  }
}

/** @throws AppError 401 or 403 for whoever may not */
export function admit(ctx: Context, access: Endpoint['access']): void {
  const refusal = refusalOf(ctx, access)
  if (refusal) throw refusal
}

/** Whether a call that is open to all may answer an administrator with more. */
export const isAdmittedAsAdmin = (ctx: Context): boolean => refusalOf(ctx, 'admin') === undefined

function refusalOf({ viewer, site }: Context, access: Endpoint['access']): AppError | undefined {
  if (access === 'public') return undefined
  if (!viewer) return signInNeeded()
  if (access !== 'admin') return undefined
  if (!viewer.isAdmin) return forbidden('auth.admin_only', 'Only an administrator may do this.')
  if (site.settings.adminSecondFactor && viewer.hasSecondFactor === false)
    return forbidden('auth.second_factor_needed', 'Set up a second factor on your account page first.')
  return undefined
}

/** An id that cannot exist in an address is not there, rather than wrong. */
function check<T extends z.ZodType>(schema: T, value: unknown, isAddress: boolean): z.output<T> {
  const parsed = schema.safeParse(value)
  const nul = parsed.success ? placeOfNul(parsed.data) : undefined
  if (parsed.success && nul === undefined) return parsed.data
  if (isAddress) throw notFound('page')
  if (nul !== undefined) throw badInput(NUL, [{ path: nul, message: NUL }])
  const errors = (parsed.error?.issues ?? []).map((issue) => ({ path: issue.path.join('.'), message: issue.message }))
  throw badInput(errors[0] ? `${errors[0].path ? `${errors[0].path}: ` : ''}${errors[0].message}` : 'Please check what you sent.', errors)
}

const NUL = 'This holds a character that is no text. Please type it anew.'

/** The one character that PostgreSQL stores in no text, and that nobody can see. @returns undefined where there is none */
function placeOfNul(value: unknown): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? '' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, part] of Object.entries(value)) {
    const place = placeOfNul(part)
    if (place !== undefined) return place === '' ? name : `${name}.${place}`
  }
  return undefined
}
