/** What a copy uses and may use. The limits stand in the main site's database; what is used is counted in the copy's own. */
import { countFreeBytes } from '#db/files/free-bytes.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { countMailOfLastDay } from '#features/mail-ledger/mail-ledger.service.ts'
import type { Context, Site } from '#platform/contract/context.ts'
import { QUOTA_KINDS, type QuotaKind, type QuotaUse } from '#platform/contract/quota.ts'
import { keysOf } from '#platform/client/typed-entries.client.ts'
import type { OwnQuotas } from './quota.contract.ts'
import { QuotaForm } from './quota.contract.ts'
import { USUAL_LIMITS, type QuotaLimits } from './quota.policy.ts'
import * as queries from './quota.queries.ts'

const DAY_MS = 86_400_000
export const hourOf = (now: number): string => new Date(now).toISOString().slice(0, 13)

/** What the administrator of a copy sees; the main site has no limits. */
export async function getOwnQuotas({ site }: Context): Promise<OwnQuotas> {
  return { quotas: (await site.quotas?.listUse()) ?? [] }
}

export async function findLimits(main: Pick<Site, 'db'>, launchId: number): Promise<QuotaLimits> {
  const stored = await queries.findStoredQuotas(main, launchId)
  return { ...USUAL_LIMITS, ...(stored ? parseLimits(stored.limits) : {}) }
}

const parseLimits = (text: string): Partial<QuotaLimits> => QuotaForm.parse(JSON.parse(text))

/** What equals the usual is not stored: it follows the usual when that changes. */
export async function saveLimits(main: Pick<Context, 'db'>, launchId: number, limits: QuotaLimits): Promise<void> {
  const own = keysOf(limits).filter((kind) => limits[kind] !== USUAL_LIMITS[kind])
  await queries.upsertLimits(main, launchId, JSON.stringify(Object.fromEntries(own.map((kind) => [kind, limits[kind]]))))
}

/** The limit that refused something in the last day; none any more once the limits are set anew. */
export async function findRefusedKind(main: Pick<Site, 'db'>, launchId: number, now = Date.now()): Promise<QuotaKind | null> {
  const { fullKind, fullAt } = (await queries.findStoredQuotas(main, launchId)) ?? {}
  if (!fullAt || Date.parse(fullAt) < now - DAY_MS) return null
  return QUOTA_KINDS.find((kind) => kind === fullKind) ?? null
}

/** Somebody was refused: the main site's administrator is to see where. */
export const recordQuotaRefusal = (main: Pick<Site, 'db'>, launchId: number, kind: QuotaKind): Promise<void> =>
  queries.upsertQuotaRefusal(main, launchId, kind, new Date().toISOString())

/** @param sizeBytes what database and files take up */
export async function measureUse(db: SiteDatabase, sizeBytes: () => Promise<number>, kind: QuotaKind, now: number): Promise<number> {
  switch (kind) {
    case 'bytes':
      return Math.max(0, (await sizeBytes()) - (await countFreeBytes(db)))
    case 'rows':
      return queries.countStrangersRows({ db })
    case 'uploads':
    case 'uploadBytes':
      return (await queries.countUploads({ db }))[kind]
    case 'mails':
      return countMailOfLastDay({ db }, now)
    case 'calls':
      return queries.countCallsOf({ db }, hourOf(now))
  }
}

/** All of it, counted now. */
export const listUseOf = (db: SiteDatabase, sizeBytes: () => Promise<number>, limits: QuotaLimits, now = Date.now()): Promise<QuotaUse[]> =>
  Promise.all(QUOTA_KINDS.map(async (kind) => ({ kind, used: await measureUse(db, sizeBytes, kind, now), limit: limits[kind] })))
