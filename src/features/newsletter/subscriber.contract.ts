/** What administrators see of the newsletter's addresses. Nobody adds one here: its owner subscribes and confirms. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, Paging, SearchTerm } from '#platform/contract/endpoint.ts'

export const Subscriber = z.object({
  id: z.number(),
  email: z.string(),
  createdAt: z.string(),
  /** Null: its owner has not confirmed it yet. */
  confirmedAt: z.string().nullable(),
  /** The path of the page whose form was used. */
  page: z.string().nullable(),
})
export type Subscriber = z.infer<typeof Subscriber>

export const SUBSCRIBER_STATES = ['confirmed', 'waiting'] as const
export const SUBSCRIBER_SORTS = ['newest', 'oldest', 'email'] as const
export const SubscriberListQuery = Paging.extend({
  search: SearchTerm,
  state: z.enum(SUBSCRIBER_STATES).optional(),
  sort: z.enum(SUBSCRIBER_SORTS).default('newest'),
})
export type SubscriberListQuery = z.infer<typeof SubscriberListQuery>

const admin = { access: 'admin' } as const
export const listSubscribersEndpoint = endpoint('GET /api/admin/newsletter', {
  ...admin,
  summary: 'The addresses of the newsletter, newest first. `search` looks at the address.',
  query: SubscriberListQuery,
  response: z.array(Subscriber),
  list: true,
})
export const exportSubscribersEndpoint = endpoint('GET /api/admin/newsletter.csv', {
  ...admin,
  summary: 'All confirmed addresses as CSV, each with a link of its own to leave. The audit log notes it.',
  isCostly: true,
  response: z.string(),
  contentType: 'text/csv; charset=utf-8',
})
export const removeSubscriberEndpoint = endpoint('DELETE /api/admin/newsletter/:id', {
  ...admin,
  summary: 'Remove an address from the newsletter, for good. The audit log notes it without the address.',
  params: z.object({ id: Id }),
  response: z.object({ ok: z.literal(true) }),
})
