/**
 * Pages for whoever is signed in: the one that is kept for everybody, with what is their own put into its places on the way out. What is put
 * in is kept apart, under its person's number, and only until something that it was made from changes.
 */
import { createHash } from 'node:crypto'
import { addReadDependencies, createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import { sessionQuery, type Session } from '#features/accounts/sessions/session.client.ts'
import type { ApiTransport } from '#platform/client/api.client.ts'
import { inProcessTransport } from '#platform/http/api-server.ts'
import type { Context } from '#platform/contract/context.ts'
import type { PageBundle } from '#platform/pages/page-renderer.ts'
import type { Route } from '#platform/contract/route.ts'
import { OwnBytes, type OwnParts, type OwnQuery, type SlottedBody } from '#platform/cache/slotted-body.ts'
import { TableCache } from '#platform/cache/table-cache.ts'

/** For each of the two: some thousand people who read some pages each. */
const MAX_BYTES = 8 * 1024 * 1024
/** The place of what a page's scripts are told; all others are filled with what is seen. */
const OWN_DATA_SLOT = 'own-data'

export class MemberPages {
  readonly #parts = new TableCache<OwnBytes>(MAX_BYTES)
  readonly #sets = new TableCache<OwnParts>(MAX_BYTES)

  /** What is put into a page for this person, where it is at hand. */
  findParts(siteId: string, userId: number, { ownKey }: SlottedBody): OwnParts | undefined {
    return this.#sets.getIfCached(`${siteId} ${userId} ${ownKey}`)?.value
  }

  /** @param ctx of somebody who is signed in. @throws ApiError when what is their own cannot be had */
  async getParts(ctx: Context, { slots, ownQueries, ownKey }: SlottedBody, bundle: PageBundle, routes: ReadonlyMap<string, Route>) {
    const owner = `${ctx.site.id} ${ctx.viewer?.id}`
    const { headers: _none, recordView: _neither, ...asking } = ctx
    const transport = inProcessTransport(routes, asking)
    const { value } = await this.#sets.get(ctx.site.id, `${owner} ${ownKey}`, async () => {
      const { result: parts, tables } = await track(() =>
        Promise.all(
          slots.map(async ({ name, about }) => {
            if (name === OWN_DATA_SLOT) return new OwnBytes(await readOwnData(ownQueries, transport))
            const made = await this.#parts.get(ctx.site.id, `${owner} ${name} ${about ?? ''}`, async () => {
              const part = await track(() => bundle.renderOwnPart({ name, about }, transport))
              const value = new OwnBytes(part.result)
              return { value, tables: part.tables, bytes: value.size }
            })
            addReadDependencies(made.tables)
            return made.value
          }),
        ),
      )
      const hash = createHash('sha1')
      for (const { identity } of parts) hash.update(identity)
      return { value: { parts, tag: hash.digest('base64url') }, tables, bytes: parts.reduce((sum, { size }) => sum + size, 200) }
    })
    return value
  }

  /** Drops everything of the site that was made from one of these tables. */
  invalidate(siteId: string, tables: Iterable<string>): void {
    const written = [...tables]
    for (const cache of [this.#parts, this.#sets]) cache.invalidate(siteId, written)
  }

  /** For the operator: how many entries, how many bytes roughly. */
  get size() {
    const [parts, sets] = [this.#parts.size, this.#sets.size]
    return { entries: parts.entries + sets.entries, bytes: parts.bytes + sets.bytes }
  }
}

async function track<T>(make: () => Promise<T>): Promise<{ result: T; tables: Iterable<string> }> {
  const dependencies = createDependencies()
  const result = await trackDependencies(dependencies, make)
  addReadDependencies(dependencies.reads)
  return { result, tables: dependencies.reads }
}

/** Key, value and tables of each query, as the page has them of what is everybody's. What is refused is left out: the browser asks for it. */
async function readOwnData(queries: readonly OwnQuery[], transport: ApiTransport): Promise<string> {
  const [path, input] = sessionQuery().queryKey
  const read = async (queryKey: OwnQuery) => {
    let tables: readonly string[] = []
    const value = await transport('GET', ...queryKey, (found) => (tables = found))
    return [queryKey, value, tables]
  }
  const session = await read([path, input])
  // Their account was closed a moment ago: then the page is nobody's.
  if ((session[1] as Session).user === null) throw new Error('Nobody is signed in any more.')
  const others = await Promise.all(queries.map((query) => read(query).catch(() => undefined)))
  return JSON.stringify([session, ...others.filter(Boolean)]).replaceAll('<', String.raw`\u003c`)
}
