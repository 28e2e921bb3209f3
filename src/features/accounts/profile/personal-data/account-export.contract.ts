/** What a member takes along: everything that the site holds about them. Each room says what its part looks like. */
import { endpoint } from '#platform/contract/endpoint.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import { z } from '#platform/contract/zod.ts'
import { OwnAccount } from '#features/accounts/account.contract.ts'
import { listPersonalSections } from './personal-data.ts'

/** The part of the accounts themselves: rows as they are kept, without what is secret. */
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
/** What its owner calls it, and when; not the key. */
export const ExportedPasskey = z.object({ name: z.string(), createdAt: z.string(), lastUsedAt: z.string().nullable() })
export const ExportedSession = z.object({ browser: z.string(), createdAt: z.string(), lastSeenAt: z.string(), expiresAt: z.string() })

/** Read when it is first asked for: while the features are being listed, there is no list yet. */
const exportOf = (features: AllFeatures) =>
  z.lazy(() => {
    const sections = listPersonalSections(features()).map(({ section, shape }) => [section, shape])
    return z.object({ site: z.string(), exportedAt: z.string(), ...Object.fromEntries(sections) })
  })

export const createExportEndpoint = (features: AllFeatures) =>
  endpoint('GET /api/me/export', {
    isCostly: true,
    access: 'member',
    summary: 'Everything this site holds about me, as a JSON file.',
    response: exportOf(features),
    contentType: 'application/json; charset=utf-8',
  })
