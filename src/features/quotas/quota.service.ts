/**
 * Measures the usage of tenant sites and stores their limits. The database of the main site contains the limits; usage is measured per
 * site.
 */
import { countFreeBytes } from '#db/files/free-bytes.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { countMailOfLastDay } from '#features/mail-ledger/mail-ledger.service.ts'
import type { Context, Site } from '#platform/contract/context.ts'
import { QUOTA_KINDS, type QuotaKind, type QuotaUsage } from '#platform/contract/quota.ts'
import { keysOf } from '#platform/client/typed-entries.client.ts'
import type { OwnQuotas } from './quota.contract.ts'
import { QuotaForm } from './quota.contract.ts'
import { DEFAULT_LIMITS, type QuotaLimits } from './quota.policy.ts'
import * as queries from './quota.queries.ts'

const DAY_MS = 86_400_000
export const formatHour = (now: number): string => new Date(now).toISOString().slice(0, 13)

/** Returns usage and limits of the site. The list is empty for the main site, which has no quotas. */
export async function getOwnQuotas({ site }: Context): Promise<OwnQuotas> {
  return { quotas: (await site.quotas?.listUsage()) ?? [] }
}

export async function findLimits(main: Pick<Site, 'db'>, launchId: number): Promise<QuotaLimits> {
  const storedQuotas = await queries.findStoredQuotas(main, launchId)
  return { ...DEFAULT_LIMITS, ...(storedQuotas ? parseLimits(storedQuotas.limits) : {}) }
}

const parseLimits = (text: string): Partial<QuotaLimits> => QuotaForm.parse(JSON.parse(text))

/** Stores the limits that differ from the defaults, so that later changes of the defaults apply. Forgets the last exceeded quota. */
export async function saveLimits(main: Pick<Context, 'db'>, launchId: number, limits: QuotaLimits): Promise<void> {
  const changedKinds = keysOf(limits).filter((kind) => limits[kind] !== DEFAULT_LIMITS[kind])
  await queries.upsertLimits(main, launchId, JSON.stringify(Object.fromEntries(changedKinds.map((kind) => [kind, limits[kind]]))))
}

/** Returns the quota that was last exceeded in the past 24 hours; `null` if there was none, or the limits were changed since then. */
export async function findExceededQuota(main: Pick<Site, 'db'>, launchId: number, now = Date.now()): Promise<QuotaKind | null> {
  const { fullKind, fullAt } = (await queries.findStoredQuotas(main, launchId)) ?? {}
  if (!fullAt || Date.parse(fullAt) < now - DAY_MS) return null
  return QUOTA_KINDS.find((kind) => kind === fullKind) ?? null
}

/** Records an exceeded quota, which the administrator of the main site sees. */
export const recordExceededQuota = (main: Pick<Site, 'db'>, launchId: number, kind: QuotaKind): Promise<void> =>
  queries.upsertExceededQuota(main, launchId, kind, new Date().toISOString())

/** @param sizeBytes measures database and files; the free pages of the database are subtracted from it */
export async function measureUse(db: SiteDatabase, sizeBytes: () => Promise<number>, kind: QuotaKind, now: number): Promise<number> {
  switch (kind) {
    case 'bytes':
      return Math.max(0, (await sizeBytes()) - (await countFreeBytes(db)))
    case 'rows':
      return queries.countUserGeneratedRows({ db })
    case 'uploads':
    case 'uploadBytes':
      return (await queries.countUploads({ db }))[kind]
    case 'mails':
      return countMailOfLastDay({ db }, now)
    case 'calls':
      return queries.countCallsOf({ db }, formatHour(now))
  }
}

/** Measures the usage for all quotas. */
export const listUseOf = (
  db: SiteDatabase,
  sizeBytes: () => Promise<number>,
  limits: QuotaLimits,
  now = Date.now(),
): Promise<QuotaUsage[]> =>
  Promise.all(QUOTA_KINDS.map(async (kind) => ({ kind, used: await measureUse(db, sizeBytes, kind, now), limit: limits[kind] })))
