/** Administration of launched sites by the main site's administrators. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, Paging, SearchTerm } from '#platform/contract/endpoint.ts'
import { QuotaForm, QuotaUse } from '#features/quotas/quota.contract.ts'
import { QUOTA_KINDS } from '#platform/contract/quota.ts'
import { DomainProof } from '#features/deployment/domain-proof/domain-proof.contract.ts'
import { LAUNCH_STATES } from '#features/deployment/deployment.contract.ts'
import { BULK_MAIL_STATES } from '#features/bulk-mail/bulk-mail.contract.ts'

/** A launched site. Properties from its own database are null while it is being created, and if the database cannot be read. */
export const Copy = z.object({
  id: z.number(),
  /** The name at its launch. */
  name: z.string(),
  slug: z.string(),
  address: z.string(),
  /** The requested domain and the state of its verification. */
  domain: DomainProof.nullable(),
  state: z.enum(LAUNCH_STATES),
  /** Live, but its database could not be opened. */
  outOfService: z.boolean(),
  createdAt: z.string(),
  /** Whether it has its first administrator. */
  claimed: z.boolean().nullable(),
  /** Until when it can be claimed; null once it is. */
  claimUntil: z.string().nullable(),
  /** Permission to send newsletters and import addresses; who requested it, and when. */
  newsletter: z.object({ state: z.enum(BULK_MAIL_STATES), requestedAt: z.string().nullable(), requestedBy: z.string().nullable() }),
  /** Size of database and files. */
  bytes: z.number().nullable(),
  /** Usage and limit per quota. */
  quotas: z.array(QuotaUse).nullable(),
  /** The quota that was exceeded last, within the last day. */
  fullKind: z.enum(QUOTA_KINDS).nullable(),
  /** Queued jobs that are held since the site was restored, imported or moved; its own administrators resume or discard them. */
  heldJobs: z.number().nullable(),
  /** The latest activity since its launch. */
  lastActiveAt: z.string().nullable(),
})
export type Copy = z.infer<typeof Copy>

/** `claimLink`: link for its first administrator, if the claim was renewed. Only returned here. */
export const ResumedCopy = Copy.extend({ claimLink: z.string().nullable() })
export type ResumedCopy = z.infer<typeof ResumedCopy>

export const CopyQuery = Paging.extend({
  perPage: z.coerce.number().int().min(1).max(50).default(25),
  search: SearchTerm,
  state: z.enum(LAUNCH_STATES).optional(),
  /** Only sites whose request to send newsletters is pending. */
  newsletter: z.enum(['requested']).optional(),
})
export type CopyQuery = z.infer<typeof CopyQuery>

export const listLaunchedSitesEndpoint = endpoint('GET /api/admin/sites', {
  summary: 'List the launched sites, newest first.',
  query: CopyQuery,
  response: z.array(Copy),
  list: true,
  access: 'admin',
})
const params = z.object({ id: Id })
export const suspendLaunchedSiteEndpoint = endpoint('POST /api/admin/sites/:id/suspend', {
  summary: 'Suspend a launched site: its host returns 503 until it is resumed. Its data does not change.',
  params,
  response: Copy,
  extraStatuses: [409],
  status: 200,
  access: 'admin',
})
export const resumeLaunchedSiteEndpoint = endpoint('POST /api/admin/sites/:id/resume', {
  summary: 'Resume a suspended or retired site.',
  params,
  response: ResumedCopy,
  extraStatuses: [409],
  status: 200,
  access: 'admin',
})
export const deleteLaunchedSiteEndpoint = endpoint('DELETE /api/admin/sites/:id', {
  summary: 'Delete a launched site with its database and files, permanently. `name` must be its exact name.',
  params,
  body: z.object({ name: z.string().max(200) }),
  response: z.object({ id: z.number() }),
  extraStatuses: [409],
  access: 'admin',
})

export const changeLaunchedSiteQuotasEndpoint = endpoint('PATCH /api/admin/sites/:id/quotas', {
  summary: 'Change the quotas of a launched site; omitted quotas stay.',
  params,
  body: QuotaForm,
  response: Copy,
  access: 'admin',
})
export const changeLaunchedSiteNewsletterEndpoint = endpoint('PATCH /api/admin/sites/:id/newsletter', {
  summary: 'Allow a launched site to send newsletters and import addresses, or revoke or decline it.',
  params,
  body: z.object({ isAllowed: z.boolean() }),
  response: Copy,
  access: 'admin',
})
