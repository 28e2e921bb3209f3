/**
 * A tenant site's administrator is untrusted. So a tenant site sends account mail only, until the main site's
 * administrator allows newsletters and imports for it (decision 29). The permission is stored in the main site's database.
 */
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import type { BulkMailPermission, BulkMailState, Context, Site } from '#platform/contract/context.ts'
import { conflict, forbidden } from '#platform/contract/errors.ts'
import type { OwnBulkMail } from './bulk-mail.contract.ts'
import * as queries from './bulk-mail.queries.ts'

type Main = Pick<Site, 'db'>

const toState = (stored: queries.StoredPermission | undefined): BulkMailState =>
  stored === undefined || stored.state === 'unsettled' ? 'none' : stored.state

const readState = async (main: Main, launchId: number): Promise<BulkMailState> => toState(await queries.findPermission(main, launchId))

/** A tenant site's permission, cached between refreshes. `name` is the site's, for the main site's audit log. */
export class BulkMailGuard implements BulkMailPermission {
  readonly #main: Main
  readonly #launchId: number
  readonly #name: string
  #state: BulkMailState = 'none'

  private constructor(main: Main, launchId: number, name: string) {
    this.#main = main
    this.#launchId = launchId
    this.#name = name
  }

  /** @param db the tenant site's database, already migrated */
  static async open(main: Main, launchId: number, name: string, db: SiteDatabase): Promise<BulkMailGuard> {
    const guard = new BulkMailGuard(main, launchId, name)
    await guard.#settle(db)
    await guard.refresh()
    return guard
  }

  get state(): BulkMailState {
    return this.#state
  }

  /** Re-reads the permission. The read is not tracked as a dependency of the current response: the table is the main site's. */
  async refresh(): Promise<BulkMailState> {
    this.#state = await trackDependencies(createDependencies(), () => readState(this.#main, this.#launchId))
    return this.#state
  }

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

  /** Allows newsletters for sites launched before permissions existed if they have sent an issue; denies them otherwise. */
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

/** Whether this site may send account mail only, by the cached permission. */
export const isBulkMailRestricted = ({ bulkMail }: Pick<Site, 'bulkMail'>): boolean =>
  bulkMail !== undefined && bulkMail.state !== 'allowed'

/** Re-reads the permission from the database; use it right before sending. */
export const canSendBulkMail = async ({ bulkMail }: Pick<Site, 'bulkMail'>): Promise<boolean> =>
  bulkMail === undefined || (await bulkMail.refresh()) === 'allowed'

export const bulkMailMessage = (operator: string | undefined): string =>
  `The administrator of ${operator ?? 'the main site'} must allow newsletters for this site first. Request it on the Newsletter page.`

/** @throws AppError 403 on a tenant site that may not send newsletters or import addresses */
export async function assertBulkMailAllowed({ site }: Pick<Context, 'site'>): Promise<void> {
  if (!(await canSendBulkMail(site))) throw forbidden('newsletter.not_allowed', bulkMailMessage(site.operator?.name))
}

export async function getOwnBulkMail({ site }: Pick<Context, 'site'>): Promise<OwnBulkMail> {
  return { state: (await site.bulkMail?.refresh()) ?? 'allowed', operator: site.operator?.name ?? null }
}

/** Requests permission; idempotent. @throws AppError 409 on the main site, which needs no permission */
export async function requestBulkMail(ctx: Context): Promise<OwnBulkMail> {
  const { bulkMail } = ctx.site
  if (!bulkMail) throw conflict('newsletter.allowed', 'This site can already send newsletters.')
  if ((await bulkMail.refresh()) !== 'none') return getOwnBulkMail(ctx)
  const state = await ctx.db.transaction().execute(async (db) => {
    const username = (await queries.findUsername({ db }, ctx.viewer?.id ?? 0)) ?? ''
    await recordAudit({ ...ctx, db }, { action: 'newsletter.request', subject: { type: 'settings', id: null, title: 'Newsletter' } })
    // Last, because the main site's database has a separate transaction: when that fails, this one rolls back.
    return bulkMail.request(username)
  })
  return { state, operator: ctx.site.operator?.name ?? null }
}

/** Returns a tenant site's permission and its request, for the main site's administrator. */
export async function findBulkMailPermission(
  main: Pick<Context, 'db'>,
  launchId: number,
): Promise<{ state: BulkMailState; requestedAt: string | null; requestedBy: string | null }> {
  const stored = await queries.findPermission(main, launchId)
  return { state: toState(stored), requestedAt: stored?.requestedAt ?? null, requestedBy: stored?.requestedBy ?? null }
}

export const listRequestingLaunchIds = queries.listRequestedLaunchIds

/** Call it in the transaction that writes the audit entry. */
export const saveBulkMailPermission = (main: Pick<Context, 'db'>, launchId: number, isAllowed: boolean): Promise<void> =>
  queries.upsertPermission(main, launchId, isAllowed ? 'allowed' : 'none', new Date().toISOString())
