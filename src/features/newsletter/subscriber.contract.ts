/** Endpoints with which administrators list, export and remove subscribers. Adding single ones is not possible: owners must confirm. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, Paging, SearchTerm } from '#platform/contract/endpoint.ts'

export const Subscriber = z.object({
  id: z.number(),
  email: z.string(),
  createdAt: z.string(),
  /** Null until the owner has confirmed. */
  confirmedAt: z.string().nullable(),
  /** Path of the page with the subscription form; null: unknown or imported. */
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
  summary: 'List subscribers, newest first. `search` matches the address.',
  query: SubscriberListQuery,
  response: z.array(Subscriber),
  list: true,
})
export const exportSubscribersEndpoint = endpoint('GET /api/admin/newsletter.csv', {
  ...admin,
  summary: 'Export all confirmed addresses as CSV, each with an unsubscribe link. Recorded in the audit log.',
  isCostly: true,
  response: z.string(),
  contentType: 'text/csv; charset=utf-8',
})
export const removeSubscriberEndpoint = endpoint('DELETE /api/admin/newsletter/:id', {
  ...admin,
  summary: 'Remove a subscriber permanently. Recorded in the audit log without the address.',
  params: z.object({ id: Id }),
  response: z.object({ ok: z.literal(true) }),
})
