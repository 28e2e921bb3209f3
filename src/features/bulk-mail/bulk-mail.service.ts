/**
 * Restricts bulk mail: the administrator of a tenant site is not trusted, so the site may send account mail only until the administrator
 * of the main site allows newsletters and imports (decision 29). The permission is stored in the main site's database.
 */
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import type { BulkMailPermission, BulkMailState, Context, Site } from '#platform/contract/context.ts'
import { conflict, forbidden } from '#platform/contract/errors.ts'
import type { OwnBulkMail } from './bulk-mail.contract.ts'
import * as queries from './bulk-mail.queries.ts'

type MainSite = Pick<Site, 'db'>

const toState = (stored: queries.StoredPermission | undefined): BulkMailState =>
  stored === undefined || stored.state === 'unsettled' ? 'none' : stored.state

const readState = async (main: MainSite, launchId: number): Promise<BulkMailState> => toState(await queries.findPermission(main, launchId))

/** Reads, caches and requests the permission of a tenant site. */
export class BulkMailGuard implements BulkMailPermission {
  readonly #main: MainSite
  readonly #launchId: number
  readonly #name: string
  #state: BulkMailState = 'none'

  private constructor(main: MainSite, launchId: number, name: string) {
    this.#main = main
    this.#launchId = launchId
    this.#name = name
  }

  /** @param name name of the tenant site, used in the audit log of the main site @param db migrated database of the tenant site */
  static async open(main: MainSite, launchId: number, name: string, db: SiteDatabase): Promise<BulkMailGuard> {
    const guard = new BulkMailGuard(main, launchId, name)
    await guard.#settle(db)
    await guard.refresh()
    return guard
  }

  get state(): BulkMailState {
    return this.#state
  }

  /** Reads the permission again. The current response does not depend on it for invalidation: the table belongs to the main site. */
  async refresh(): Promise<BulkMailState> {
    this.#state = await trackDependencies(createDependencies(), () => readState(this.#main, this.#launchId))
    return this.#state
  }

  /** Requests the permission unless it was requested or granted before. @param username administrator of the tenant site */
  async request(username: string): Promise<BulkMailState> {
    this.#state = await trackDependencies(createDependencies(), () =>
      this.#main.db.transaction().execute(async (db) => {
        if (await queries.insertRequest({ db }, this.#launchId, username, new Date().toISOString())) {
          const subject = { type: 'deployment' as const, id: this.#launchId, title: this.#name }
          await recordAudit({ db, viewer: null }, { action: 'deployment.request_newsletter', subject, after: { requestedBy: username } })
        }
        return readState({ db }, this.#launchId)
      }),
    )
    return this.#state
  }

  /** Decides for a site that was launched before permissions existed: newsletters are allowed if it has already sent an issue. */
  async #settle(db: SiteDatabase): Promise<void> {
    if ((await queries.findPermission(this.#main, this.#launchId))?.state !== 'unsettled') return
    const state = (await queries.hasSentIssue({ db })) ? 'allowed' : 'none'
    await this.#main.db.transaction().execute(async (trx) => {
      if (!(await queries.settlePermission({ db: trx }, this.#launchId, state, new Date().toISOString()))) return
      const subject = { type: 'deployment' as const, id: this.#launchId, title: this.#name }
      if (state === 'allowed') await recordAudit({ db: trx, viewer: null }, { action: 'deployment.allow_newsletter', subject })
    })
  }
}

/** Returns whether this site may send account mail only, from the cached permission. */
export const isBulkMailRestricted = ({ bulkMail }: Pick<Site, 'bulkMail'>): boolean =>
  bulkMail !== undefined && bulkMail.state !== 'allowed'

/** Returns whether this site may send bulk mail, from the database rather than the cache; must be called right before sending. */
export const canSendBulkMail = async ({ bulkMail }: Pick<Site, 'bulkMail'>): Promise<boolean> =>
  bulkMail === undefined || (await bulkMail.refresh()) === 'allowed'

export const bulkMailMessage = (operator: string | undefined): string =>
  `The administrator of ${operator ?? 'the main site'} must allow newsletters for this site first. You can request it on the Newsletter issues page.`

/** @throws AppError 403 on a tenant site that may not send newsletters or import addresses */
export async function assertBulkMailAllowed({ site }: Pick<Context, 'site'>): Promise<void> {
  if (!(await canSendBulkMail(site))) throw forbidden('newsletter.not_allowed', bulkMailMessage(site.operator?.name))
}

export async function getOwnBulkMail({ site }: Pick<Context, 'site'>): Promise<OwnBulkMail> {
  return { state: (await site.bulkMail?.refresh()) ?? 'allowed', operator: site.operator?.name ?? null }
}

/** Requests permission; repeated requests change nothing. @throws AppError 409 on the main site, which needs no permission */
export async function requestBulkMail(ctx: Context): Promise<OwnBulkMail> {
  const { bulkMail } = ctx.site
  if (!bulkMail) throw conflict('newsletter.allowed', 'This site can already send newsletters.')
  if ((await bulkMail.refresh()) !== 'none') return getOwnBulkMail(ctx)
  const state = await ctx.db.transaction().execute(async (db) => {
    const username = (await queries.findUsername({ db }, ctx.viewer?.id ?? 0)) ?? ''
    await recordAudit({ ...ctx, db }, { action: 'newsletter.request', subject: { type: 'settings', id: null, title: 'Newsletter' } })
    // This comes last: the main site's database has a separate transaction, and when that fails, this one is rolled back.
    return bulkMail.request(username)
  })
  return { state, operator: ctx.site.operator?.name ?? null }
}

/** Returns the permission of a tenant site and its request, for the administrator of the main site. */
export async function findBulkMailPermission(
  main: Pick<Context, 'db'>,
  launchId: number,
): Promise<{ state: BulkMailState; requestedAt: string | null; requestedBy: string | null }> {
  const stored = await queries.findPermission(main, launchId)
  return { state: toState(stored), requestedAt: stored?.requestedAt ?? null, requestedBy: stored?.requestedBy ?? null }
}

/** Returns the launch ids of the sites whose request waits for a decision. */
export const listRequestedLaunchIds = queries.listRequestedLaunchIds

/** Must be called in the transaction that writes the audit entry. */
export const saveBulkMailPermission = (main: Pick<Context, 'db'>, launchId: number, isAllowed: boolean): Promise<void> =>
  queries.upsertPermission(main, launchId, isAllowed ? 'allowed' : 'none', new Date().toISOString())
