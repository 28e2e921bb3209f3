/**
 * Declares the export of personal data: everything that the site stores about a member. Each feature declares the schema of its section.
 */
import { endpoint } from '#platform/contract/endpoint.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import { z } from '#platform/contract/zod.ts'
import { OwnAccount } from '#features/accounts/account.contract.ts'
import { listPersonalSections } from './personal-data.ts'

/** The account without its secrets. */
export const ExportedAccount = z.object({
  ...OwnAccount.pick({ id: true, username: true, email: true, unconfirmedEmail: true, displayName: true, avatarUrl: true, isAdmin: true })
    .shape,
  level: z.number(),
  reputationPoints: z.number(),
  memberSince: z.string(),
  lastActive: z.string().nullable(),
  restrictedAt: z.string().nullable(),
  secondFactorSince: z.string().nullable(),
  passkeyAfterPasswordSince: z.string().nullable(),
})
/** A passkey without its public key. */
export const ExportedPasskey = z.object({ name: z.string(), createdAt: z.string(), lastUsedAt: z.string().nullable() })
export const ExportedSession = z.object({ browser: z.string(), createdAt: z.string(), lastSeenAt: z.string(), expiresAt: z.string() })

/** Evaluates the schema lazily, because the list of features is incomplete while the features are created. */
const createExportSchema = (features: AllFeatures) =>
  z.lazy(() => {
    const sections = listPersonalSections(features()).map(({ section, shape }) => [section, shape])
    return z.object({ site: z.string(), exportedAt: z.string(), ...Object.fromEntries(sections) })
  })

export const createExportEndpoint = (features: AllFeatures) =>
  endpoint('GET /api/me/export', {
    isCostly: true,
    access: 'member',
    summary: 'Export everything that this site stores about me, as a JSON file.',
    response: createExportSchema(features),
    contentType: 'application/json; charset=utf-8',
  })
