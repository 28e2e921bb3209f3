/** A sample call of a write endpoint that succeeds, with its prerequisites, for tests of every write. */
import type { z } from 'zod'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import type { Actor, Role, World } from './world.ts'

export interface CallInput<E extends Endpoint = Endpoint> {
  params?: z.input<E['params']>
  query?: z.input<E['query']>
  body?: z.input<E['body']> | Buffer
  headers?: Record<string, string>
  host?: string
}

export interface WriteCall {
  endpoint: Endpoint
  /** Endpoint and variant: `POST /api/reviews, by a guest`. */
  title: string
  as: Role
  /** Creates what the call needs and returns its input; `cookie` replaces the actor's own. */
  input: (world: World, actor: Actor) => Promise<CallInput & { cookie?: string }> | (CallInput & { cookie?: string })
}

/** Describes a call with the types of its endpoint. */
export function writeCall<E extends Endpoint>(
  endpoint: E,
  as: Role,
  input: (world: World, actor: Actor) => Promise<CallInput<E> & { cookie?: string }> | (CallInput<E> & { cookie?: string }),
  title = '',
): WriteCall {
  return { endpoint, as, input, title: `${endpoint.call}${title && `, ${title}`}` }
}
