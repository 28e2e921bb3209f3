/** Running many: what the main site's administrator sees of the copies, and may do with them. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, Paging, SearchTerm } from '#platform/contract/endpoint.ts'
import { QuotaForm, QuotaUse } from '#features/quotas/quota.contract.ts'
import { QUOTA_KINDS } from '#platform/contract/quota.ts'
import { DomainProof } from '#features/deployment/domain-proof/domain-proof.contract.ts'
import { LAUNCH_STATES } from '#features/deployment/deployment.contract.ts'
import { BULK_MAIL_STATES } from '#features/bulk-mail/bulk-mail.contract.ts'

/** What cannot be read is null: a copy that is still being made, or whose database is out of order. */
export const Copy = z.object({
  id: z.number(),
  /** The name it was launched with. */
  name: z.string(),
  slug: z.string(),
  address: z.string(),
  /** The name it asked for, and how far its proof has come. */
  domain: DomainProof.nullable(),
  state: z.enum(LAUNCH_STATES),
  /** It should answer, but its database could not be opened. */
  outOfService: z.boolean(),
  createdAt: z.string(),
  /** Has its first administrator. */
  claimed: z.boolean().nullable(),
  /** Until when it waits for one; null once it is claimed. */
  claimUntil: z.string().nullable(),
  /** Whether it may send newsletters and import addresses; who asked for it, and when. */
  newsletter: z.object({ state: z.enum(BULK_MAIL_STATES), requestedAt: z.string().nullable(), requestedBy: z.string().nullable() }),
  /** Database and files. */
  bytes: z.number().nullable(),
  /** What it uses, and what it may. */
  quotas: z.array(QuotaUse).nullable(),
  /** Which limit refused something last, in the last day. */
  fullKind: z.enum(QUOTA_KINDS).nullable(),
  /** Queued jobs that are held since the copy was restored, imported or moved; its own administrators resume or discard them. */
  heldJobs: z.number().nullable(),
  /** The latest sign of life since its launch. */
  lastActiveAt: z.string().nullable(),
})
export type Copy = z.infer<typeof Copy>

/** `claimLink` makes its first administrator, when its time to be claimed has begun anew; it is shown only here. */
export const ResumedCopy = Copy.extend({ claimLink: z.string().nullable() })
export type ResumedCopy = z.infer<typeof ResumedCopy>

export const CopyQuery = Paging.extend({
  perPage: z.coerce.number().int().min(1).max(50).default(25),
  search: SearchTerm,
  state: z.enum(LAUNCH_STATES).optional(),
  /** Only those that have asked to send newsletters and wait for a reply. */
  newsletter: z.enum(['requested']).optional(),
})
export type CopyQuery = z.infer<typeof CopyQuery>

export const listCopiesEndpoint = endpoint('GET /api/admin/sites', {
  summary: 'The copies that this site has launched, newest first.',
  query: CopyQuery,
  response: z.array(Copy),
  list: true,
  access: 'admin',
})
const params = z.object({ id: Id })
export const suspendCopyEndpoint = endpoint('POST /api/admin/sites/:id/suspend', {
  summary: 'Let a copy rest: its host answers 503 until it is resumed. Nothing in it changes.',
  params,
  response: Copy,
  extraStatuses: [409],
  status: 200,
  access: 'admin',
})
export const resumeCopyEndpoint = endpoint('POST /api/admin/sites/:id/resume', {
  summary: 'Let a suspended or retired copy answer again.',
  params,
  response: ResumedCopy,
  extraStatuses: [409],
  status: 200,
  access: 'admin',
})
export const deleteCopyEndpoint = endpoint('DELETE /api/admin/sites/:id', {
  summary: 'Delete a copy with its database and files, for good. `name` must be its name exactly.',
  params,
  body: z.object({ name: z.string().max(200) }),
  response: z.object({ id: z.number() }),
  extraStatuses: [409],
  access: 'admin',
})

export const changeCopyQuotasEndpoint = endpoint('PATCH /api/admin/sites/:id/quotas', {
  summary: 'Set what a copy may use; only what is sent changes.',
  params,
  body: QuotaForm,
  response: Copy,
  access: 'admin',
})
export const changeCopyNewsletterEndpoint = endpoint('PATCH /api/admin/sites/:id/newsletter', {
  summary: 'Allow a copy to send newsletters and import addresses, or revoke or decline it.',
  params,
  body: z.object({ isAllowed: z.boolean() }),
  response: Copy,
  access: 'admin',
})
