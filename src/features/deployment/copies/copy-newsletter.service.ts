/** Lets administrators of the main site decide whether a tenant site may send newsletters and import addresses. */
import { lockRow } from '#db/lock-row.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { findBulkMailPermission, saveBulkMailPermission } from '#features/bulk-mail/bulk-mail.service.ts'
import type { Context } from '#platform/contract/context.ts'
import type { Copy } from './copies.contract.ts'
import { runAfterCommit } from '#features/deployment/after-commit.ts'
import { addUsage, describeLaunch, getLaunch } from './copies.service.ts'
import { requireInstallation } from '#features/deployment/require-installation.ts'

/** Allows or revokes. An issue that is being sent stops before its next batch. The change is recorded in the audit logs of both sites. */
export async function changeLaunchedSiteNewsletter(ctx: Context, id: number, isAllowed: boolean): Promise<Copy> {
  const installation = requireInstallation(ctx)
  const launched = await getLaunch(ctx, id)
  const action = isAllowed ? 'allow_newsletter' : 'revoke_newsletter'
  const { isChanged, described } = await ctx.db.transaction().execute(async (db) => {
    await lockRow(db, 'launches', id)
    const { state } = await findBulkMailPermission({ db }, id)
    const after = isAllowed ? 'allowed' : 'none'
    if (state !== after) {
      await saveBulkMailPermission({ db }, id, isAllowed)
      const subject = { type: 'deployment' as const, id, title: launched.name }
      const entry = { before: { newsletter: state }, after: { newsletter: after } }
      await recordAudit({ ...ctx, db }, { action: `deployment.${action}`, subject, ...entry })
    }
    return { isChanged: state !== after, described: await describeLaunch({ ...ctx, db }, installation, launched) }
  })
  await runAfterCommit(ctx, id, () => installation.refreshBulkMail(id))
  if (isChanged && launched.state !== 'creating') await recordInLaunchedSite(ctx, id, isAllowed)
  return addUsage(ctx, installation, described)
}

/** Records the decision in the audit log of the tenant site, without the administrator who made it. */
async function recordInLaunchedSite({ log, ...ctx }: Context, id: number, isAllowed: boolean): Promise<void> {
  const entry = {
    action: isAllowed ? 'newsletter.allow' : 'newsletter.revoke',
    subject: { type: 'settings', id: null, title: 'Newsletter' },
  } as const
  try {
    await requireInstallation(ctx).withSiteDatabase(id, (db) => recordAudit({ db, viewer: null }, entry))
  } catch (error) {
    log.error({ err: error, launch: id }, 'audit entry in a launched site failed')
  }
}
