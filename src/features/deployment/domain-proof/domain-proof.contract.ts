/** Endpoints for verifying the domain of a tenant site by a TXT record. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id } from '#platform/contract/endpoint.ts'
import { DOMAIN_STATES } from './domain-proof.policy.ts'

/**
 * The requested domain of a site. `proven`: the site is served on the domain. `missing`: it is still served, until `countsUntil`, although
 * the record no longer exists. `waiting`: the record has not been found yet. `taken`: the record exists, but another site has verified the
 * domain. `unserved`: this installation serves no custom domains.
 */
export const DomainProof = z.object({
  domain: z.string(),
  state: z.enum(DOMAIN_STATES),
  /** Name of the TXT record that is expected. */
  recordName: z.string(),
  recordValue: z.string(),
  /** Message about the problem that the last check found; null: there was none. */
  problem: z.string().nullable(),
  checkedAt: z.string().nullable(),
  nextCheckAt: z.string().nullable(),
  countsUntil: z.string().nullable(),
})
export type DomainProof = z.infer<typeof DomainProof>

/** `domain` is null for a site without a requested domain, and on the main site. */
export const OwnDomain = z.object({ domain: DomainProof.nullable() })
export type OwnDomain = z.infer<typeof OwnDomain>

export const getDomainEndpoint = endpoint('GET /api/admin/domain', {
  summary: 'Get the domain of this site, and the TXT record that verifies it.',
  response: OwnDomain,
  access: 'admin',
})
const rateLimit = { max: 6, minutes: 10 }
export const checkDomainEndpoint = endpoint('POST /api/admin/domain/check', {
  summary: 'Check the TXT record of this site’s domain now.',
  response: OwnDomain,
  status: 200,
  access: 'admin',
  rateLimit,
})
export const checkLaunchedSiteDomainEndpoint = endpoint('POST /api/admin/sites/:id/domain/check', {
  summary: 'Check the TXT record of a launched site’s domain now.',
  params: z.object({ id: Id }),
  response: OwnDomain,
  status: 200,
  access: 'admin',
  rateLimit: { max: 30, minutes: 10 },
})
