/** Types of the API's calls, inferred from the contracts. Types only, so that no schema reaches the browser. */
import type { z } from 'zod'
import type { Endpoint, ListResult } from '#platform/contract/endpoint.ts'

/** The endpoint of each call, by method and path. `app/api-calls.ts` adds the calls of every contract. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface ApiCalls {}

/** The endpoints among a module's exports, by method and path. */
export type CallsOf<Contract> = {
  [Name in keyof Contract as Contract[Name] extends { call: infer Call extends string } ? Call : never]: Contract[Name]
}

/** Method and path of a call: `'GET /api/products/:slug'`. */
export type ApiCall = keyof ApiCalls
export type ReadCall = Extract<ApiCall, `GET ${string}`>

type InputPart<Name extends string, T> = Record<never, never> extends T ? { [_ in Name]?: T } : { [_ in Name]: T }

interface CallOptions {
  /** The body of an upload. */
  file?: Blob
  /** Idempotency key: a write that is sent twice with one key is executed once. */
  idempotencyKey?: string
  /** Whether a write refetches stale queries. False if the screen itself shows the outcome: they are refetched when next shown. */
  refetches?: false
  /** Aborts the request. */
  signal?: AbortSignal
}

/** Path parameters, query parameters and body of a call. */
export type CallInput<C extends ApiCall> =
  ApiCalls[C] extends Endpoint<string, infer P, infer Q, infer B>
    ? InputPart<'params', z.input<P>> & InputPart<'query', z.input<Q>> & InputPart<'body', z.input<B>> & CallOptions
    : never

/** The second argument of a call, which may be left out where nothing is required. */
export type CallArguments<C extends ApiCall> = Record<never, never> extends CallInput<C> ? [input?: CallInput<C>] : [input: CallInput<C>]

export type ResponseOf<C extends ApiCall> =
  ApiCalls[C] extends Endpoint<string, z.ZodType, z.ZodType, z.ZodType, infer R, infer L>
    ? L extends true
      ? ListResult<z.output<R> extends (infer T)[] ? T : never>
      : z.output<R>
    : never
