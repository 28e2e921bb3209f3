/** Endpoints with which administrators of the main site manage tenant sites. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, Paging, SearchTerm } from '#platform/contract/endpoint.ts'
import { QuotaForm, QuotaUse } from '#features/quotas/quota.contract.ts'
import { QUOTA_KINDS } from '#platform/contract/quota.ts'
import { DomainProof } from '#features/deployment/domain-proof/domain-proof.contract.ts'
import { LAUNCH_STATES } from '#features/deployment/deployment.contract.ts'
import { BULK_MAIL_STATES } from '#features/bulk-mail/bulk-mail.contract.ts'

/** A tenant site. Properties from its own database are null while it is being created, and if the database cannot be read. */
export const Copy = z.object({
  id: z.number(),
  /** Name that was chosen at the launch. */
  name: z.string(),
  slug: z.string(),
  address: z.string(),
  /** The requested domain and the state of its verification; null: no domain was requested. */
  domain: DomainProof.nullable(),
  state: z.enum(LAUNCH_STATES),
  /** Whether the site is live but could not be opened. */
  outOfService: z.boolean(),
  createdAt: z.string(),
  /** Whether the site has its first administrator. */
  claimed: z.boolean().nullable(),
  /** Until when the site can be claimed; null when it has been claimed. */
  claimUntil: z.string().nullable(),
  /** Permission to send newsletters and import addresses, with who requested it and when; null: it was not requested. */
  newsletter: z.object({ state: z.enum(BULK_MAIL_STATES), requestedAt: z.string().nullable(), requestedBy: z.string().nullable() }),
  /** Size of the database and files in bytes. */
  bytes: z.number().nullable(),
  /** Usage and limit of each quota. */
  quotas: z.array(QuotaUse).nullable(),
  /** The quota that was exceeded last, within the last day; null: none was. */
  fullKind: z.enum(QUOTA_KINDS).nullable(),
  /** Number of jobs that are held since the site was restored, imported or moved. Its own administrators resume or discard them. */
  heldJobs: z.number().nullable(),
  /** Time of the latest activity since the launch; null: there was none. */
  lastActiveAt: z.string().nullable(),
})
export type Copy = z.infer<typeof Copy>

/** `claimLink` is the new link for the first administrator, returned only here; null: the claim was not renewed. */
export const ResumedCopy = Copy.extend({ claimLink: z.string().nullable() })
export type ResumedCopy = z.infer<typeof ResumedCopy>

export const CopyQuery = Paging.extend({
  perPage: z.coerce.number().int().min(1).max(50).default(25),
  search: SearchTerm,
  state: z.enum(LAUNCH_STATES).optional(),
  /** When present, only sites are listed whose request to send newsletters is pending. */
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
