/** Contract of watches: members are notified of new topics in a category or by a member, and of new reviews and prices of a product. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, idInBody, Paging } from '#platform/contract/endpoint.ts'
import { WATCH_KINDS } from './watch-limits.policy.ts'

export const WatchKind = z.enum(WATCH_KINDS)
const ListedKind = z.enum([...WATCH_KINDS, 'topic'])

export const Watch = z.object({
  kind: ListedKind,
  /** Id of the category, product, member or topic. */
  id: z.number(),
  createdAt: z.string(),
  /** Null if the page is no longer available: it was hidden, deleted or switched off. */
  subject: z
    .object({
      title: z.string(),
      path: z.string(),
      isDemo: z.boolean(),
      /** True for a topic of yours that waits for approval; otherwise absent. */
      isWaiting: z.literal(true).optional(),
    })
    .nullable(),
})
export type Watch = z.infer<typeof Watch>

export const NewWatch = z.object({ kind: WatchKind, id: idInBody() })
export type NewWatch = z.infer<typeof NewWatch>
export const WatchListQuery = Paging.extend({ kind: ListedKind.optional(), id: Id.optional() })
export type WatchListQuery = z.infer<typeof WatchListQuery>
export const WatchState = z.object({ kind: WatchKind, id: z.number(), isWatching: z.boolean() })

const memberOptions = { access: 'member', feature: 'userAccounts' } as const
export const listWatchesEndpoint = endpoint('GET /api/me/watches', {
  ...memberOptions,
  summary: 'List the categories, products, members and topics that you watch, newest first. `kind` and `id` select one.',
  query: WatchListQuery,
  response: z.array(Watch),
  list: true,
})
export const addWatchEndpoint = endpoint('POST /api/me/watches', {
  ...memberOptions,
  summary: 'Watch a category, product or member. Idempotent.',
  body: NewWatch,
  response: WatchState,
  status: 200,
  extraStatuses: [409],
  rateLimit: { max: 120, minutes: 10 },
})
export const removeWatchEndpoint = endpoint('DELETE /api/me/watches', {
  ...memberOptions,
  summary: 'Stop watching a category, product or member. Idempotent.',
  query: z.object({ kind: WatchKind, id: Id }),
  response: WatchState,
  isQuotaExempt: true,
})

/** Shape of a watch in the personal-data export. */
export const ExportedSubjectWatch = z.object({ kind: z.string(), id: z.number(), createdAt: z.string() })
