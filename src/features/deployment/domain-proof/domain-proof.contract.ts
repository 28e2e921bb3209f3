/** The proof that a copy's domain name is its owner's: what to write into the DNS, and how far it has come. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id } from '#platform/contract/endpoint.ts'
import { DOMAIN_STATES } from './domain-proof.policy.ts'

/**
 * `proven`: the copy answers on it. `missing`: it still does, until `countsUntil`, as the record is gone. `waiting`: the record has not
 * been seen. `taken`: it has, and another copy's as well. `unserved`: this installation serves no domain names.
 */
export const DomainProof = z.object({
  domain: z.string(),
  state: z.enum(DOMAIN_STATES),
  /** The TXT record that is looked for. */
  recordName: z.string(),
  recordValue: z.string(),
  /** What is still missing, in words. */
  problem: z.string().nullable(),
  checkedAt: z.string().nullable(),
  nextCheckAt: z.string().nullable(),
  countsUntil: z.string().nullable(),
})
export type DomainProof = z.infer<typeof DomainProof>

/** `domain` is null for a site that has asked for none, and on the main site. */
export const OwnDomain = z.object({ domain: DomainProof.nullable() })
export type OwnDomain = z.infer<typeof OwnDomain>

export const getDomainEndpoint = endpoint('GET /api/admin/domain', {
  summary: 'The domain name of this copy, and the record that proves it.',
  response: OwnDomain,
  access: 'admin',
})
const rateLimit = { max: 6, minutes: 10 }
export const checkDomainEndpoint = endpoint('POST /api/admin/domain/check', {
  summary: 'Look for the record of this copy’s domain name now.',
  response: OwnDomain,
  status: 200,
  access: 'admin',
  rateLimit,
})
export const checkCopyDomainEndpoint = endpoint('POST /api/admin/sites/:id/domain/check', {
  summary: 'Look for the record of a copy’s domain name now.',
  params: z.object({ id: Id }),
  response: OwnDomain,
  status: 200,
  access: 'admin',
  rateLimit: { max: 30, minutes: 10 },
})
