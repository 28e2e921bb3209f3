/** Lists, suspends, resumes and deletes tenant sites, and changes their quotas and the launch settings. */
import { replaceStoredToken } from '#features/accounts/passwords/token.service.ts'
import { lockRow } from '#db/lock-row.ts'
import { engineOf } from '#db/engine.ts'
import { foldText } from '#db/search/search-index.ts'
import { findBulkMailPermission, listRequestedLaunchIds } from '#features/bulk-mail/bulk-mail.service.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { countHeldJobs } from '#features/job-queue/held-jobs.service.ts'
import { lockSettings, upsertSetting } from '#features/sites/setting.queries.ts'
import { loadSettings } from '#features/sites/site.service.ts'
import type { Context, Installation } from '#platform/contract/context.ts'
import { toOffsetLimit, type ListResult } from '#platform/contract/endpoint.ts'
import { findExceededQuota, findLimits, listUseOf, saveLimits } from '#features/quotas/quota.service.ts'
import type { QuotaForm } from '#features/quotas/quota.contract.ts'
import { keysOf } from '#platform/client/typed-entries.client.ts'
import { badRequest, conflict, notFound } from '#platform/contract/errors.ts'
import { runAfterCommit } from '#features/deployment/after-commit.ts'
import { CLAIM_PURPOSE } from '#features/deployment/claims/claim.service.ts'
import type { Copy, CopyQuery, ResumedCopy } from './copies.contract.ts'
import type { LaunchSettings, LaunchSettingsForm } from '#features/deployment/launch-settings.contract.ts'
import { findLastActivity } from './copy-usage.queries.ts'
import { findLaunchedSiteDomain } from '#features/deployment/domain-proof/domain-proof.service.ts'
import * as queries from '#features/deployment/deployment.queries.ts'
import * as launchChange from '#features/deployment/launch-change.queries.ts'
import { launchingOf } from '#features/deployment/launching.policy.ts'
import { updateInvitationsWithoutUser } from '#features/deployment/invitations/invitation.queries.ts'
import { LAUNCH_TIMEOUT_MS, createClaim } from '#features/deployment/deployment.service.ts'
import { requireInstallation } from '#features/deployment/require-installation.ts'

export async function listLaunchedSites(ctx: Context, { search, state, newsletter, ...paging }: CopyQuery): Promise<ListResult<Copy>> {
  const installation = requireInstallation(ctx)
  const launches = await queries.listLaunches(ctx, state)
  const requestedIds = newsletter && new Set(await listRequestedLaunchIds(ctx))
  const matches = launches.filter(
    ({ id, name, slug }) => (!search || foldText(name, slug).includes(foldText(search))) && (!requestedIds || requestedIds.has(id)),
  )
  const { offset, limit } = toOffsetLimit(paging)
  const items: Copy[] = []
  // The sites are read one after the other, because the database of each may have to be opened.
  for (const launched of matches.slice(offset, offset + limit)) items.push(await describeCopy(ctx, installation, launched))
  return { items, total: matches.length }
}

export async function suspendLaunchedSite(ctx: Context, id: number): Promise<Copy> {
  const installation = requireInstallation(ctx)
  const launched = await getLaunch(ctx, id)
  const suspended = await changeState(ctx, installation, launched, 'suspended', 'suspend')
  await runAfterCommit(ctx, id, () => installation.suspendSite(launched))
  return addUsage(ctx, installation, suspended)
}

/** Resumes a suspended or retired site. The claim of a retired site and an expired claim are renewed, with a new link. */
export async function resumeLaunchedSite(ctx: Context, id: number): Promise<ResumedCopy> {
  const installation = requireInstallation(ctx)
  const launched = await getLaunch(ctx, id)
  if (launched.state !== 'suspended' && launched.state !== 'retired') throw stateConflict(launched)
  const { claimUntil } = await installation.withSiteDatabase(id, loadSettings)
  const isExpired = claimUntil !== '' && (launched.state === 'retired' || claimUntil <= new Date().toISOString())
  const claim = isExpired ? await installation.withSiteDatabase(id, renewClaim) : undefined
  const live = await changeState(ctx, installation, launched, 'live', 'resume', claim)
  // A site that is open has settings in memory without the new claim, so it is reopened.
  if (claim) await installation.closeSite(id)
  await runAfterCommit(ctx, id, () => installation.openSite(launched))
  const copy = await addUsage(ctx, installation, live)
  return { ...copy, claimLink: claim ? `${copy.address}/claim#${claim.claimToken}` : null }
}

/** Deletes a site permanently. Its row is marked first, so that a job completes the deletion if it is interrupted. */
export async function deleteLaunchedSite(ctx: Context, id: number, name: string): Promise<{ id: number }> {
  const installation = requireInstallation(ctx)
  const launched = await getLaunch(ctx, id)
  if (name !== launched.name) {
    const message = 'That is not the name of this copy.'
    throw badRequest(message, [{ path: 'name', message }])
  }
  if (launched.state === 'creating' && Date.now() - Date.parse(launched.createdAt) < LAUNCH_TIMEOUT_MS) throw stateConflict(launched)
  await ctx.db.transaction().execute(async (db) => {
    if (!(await launchChange.reserveLaunch({ db }, id, launched.state))) throw changeConflict()
    const { slug, domainName, createdAt } = launched
    const subject = { type: 'deployment' as const, id, title: launched.name }
    await recordAudit({ ...ctx, db }, { action: 'deployment.remove_for_good', subject, before: { slug, domainName, createdAt } })
  })
  await installation.deleteSite(id)
  await launchChange.deleteLaunch(ctx, id)
  return { id }
}

export async function changeLaunchedSiteQuotas(ctx: Context, id: number, change: QuotaForm): Promise<Copy> {
  const installation = requireInstallation(ctx)
  const launched = await getLaunch(ctx, id)
  const described = await ctx.db.transaction().execute(async (db) => {
    await lockRow(db, 'launches', id)
    const before = await findLimits({ db }, id)
    const changed = keysOf(change).filter((kind) => change[kind] !== undefined && change[kind] !== before[kind])
    if (changed.length === 0) return describeLaunch({ ...ctx, db }, installation, launched)
    const after = { ...before, ...pickQuotas(change, changed) }
    await saveLimits({ db }, id, after)
    const subject = { type: 'deployment' as const, id, title: launched.name }
    const entry = { before: pickQuotas(before, changed), after: pickQuotas(after, changed) }
    await recordAudit({ ...ctx, db }, { action: 'deployment.set_quotas', subject, ...entry })
    return describeLaunch({ ...ctx, db }, installation, launched)
  })
  installation.invalidateQuotas(id)
  return addUsage(ctx, installation, described)
}

const pickQuotas = (quotas: QuotaForm, kinds: readonly (keyof QuotaForm)[]) => Object.fromEntries(kinds.map((kind) => [kind, quotas[kind]]))

export async function getLaunchSettings(ctx: Context): Promise<LaunchSettings> {
  requireInstallation(ctx)
  return toLaunchSettings(ctx, await queries.countLaunches(ctx))
}

/** @param copies number of tenant sites */
function toLaunchSettings(ctx: Context, copies: number): LaunchSettings {
  const installation = requireInstallation(ctx)
  const launching = launchingOf(ctx.site.settings, installation)
  const { mostCopies, isLaunchingAnswered } = ctx.site.settings
  const isQuestionOpen = installation.isPublic && launching === 'everyone' && !isLaunchingAnswered
  return { launching, mostCopies, copies, isQuestionOpen }
}

/** Answers the question whether launching stays open, which is asked once. @throws AppError 409 if it has already been answered */
export async function answerLaunchQuestion(ctx: Context, answer: 'open' | 'closed'): Promise<LaunchSettings> {
  requireInstallation(ctx)
  const launching = answer === 'open' ? 'everyone' : 'nobody'
  const copies = await ctx.db.transaction().execute(async (db) => {
    await lockSettings(db)
    const before = await loadSettings(db)
    if (before.isLaunchingAnswered)
      throw conflict('deployment.answered', 'Another administrator has already answered. Please reload the page.')
    await upsertSetting(db, 'isLaunchingAnswered', true)
    if (before.launching !== launching) await upsertSetting(db, 'launching', launching)
    const subject = { type: 'settings' as const, id: null, title: answer === 'open' ? 'Launching stays open' : 'Launching closed' }
    const entry = { before: { launching: before.launching }, after: { launching, isLaunchingAnswered: true } }
    await recordAudit({ ...ctx, db }, { action: 'settings.edit', subject, ...entry })
    return queries.countLaunches({ db })
  })
  Object.assign(ctx.site.settings, { launching, isLaunchingAnswered: true })
  return toLaunchSettings(ctx, copies)
}

export async function changeLaunchSettings(ctx: Context, change: Partial<LaunchSettingsForm>): Promise<LaunchSettings> {
  const installation = requireInstallation(ctx)
  const { copies, isLaunchingAnswered } = await ctx.db.transaction().execute(async (db) => {
    await lockSettings(db)
    const stored = await loadSettings(db)
    const before = { launching: launchingOf(stored, installation), mostCopies: stored.mostCopies }
    const after = { ...before, ...change }
    // Changing `launching` also answers the question.
    const isAnswered = stored.isLaunchingAnswered || before.launching !== after.launching
    if (JSON.stringify(before) !== JSON.stringify(after)) {
      for (const [key, value] of Object.entries(change)) await upsertSetting(db, key, value)
      if (before.launching !== after.launching) await upsertSetting(db, 'isLaunchingAnswered', true)
      const subject = { type: 'settings', id: null, title: 'Copies' } as const
      await recordAudit({ ...ctx, db }, { action: 'settings.edit', subject, before, after })
    }
    return { copies: await queries.countLaunches({ db }), isLaunchingAnswered: isAnswered }
  })
  Object.assign(ctx.site.settings, change, { isLaunchingAnswered })
  return toLaunchSettings(ctx, copies)
}

/**
 * Applies suspensions and resumptions that another process of the installation has made. Does nothing with SQLite, where there is only one
 * process.
 */
export async function syncSiteStates(ctx: Context): Promise<void> {
  if (!ctx.installation || engineOf(ctx.db) === 'sqlite') return
  const [live, suspended] = await Promise.all([queries.listLaunchesInState(ctx, 'live'), queries.listLaunchesInState(ctx, 'suspended')])
  await ctx.installation.syncSiteStates(live, suspended)
}

type Claim = ReturnType<typeof createClaim>

/** Replaces the claim link of a site by a new one. @param siteDb database of the tenant site */
export async function renewClaim(siteDb: SiteDatabase): Promise<Claim> {
  const claim = createClaim()
  await siteDb.transaction().execute(async (db) => {
    await upsertSetting(db, 'claimUntil', claim.claimUntil)
    await replaceStoredToken({ db }, CLAIM_PURPOSE, claim.claimHash, claim.claimUntil)
  })
  return claim
}

/** Changes the state of a site, with an audit entry. @throws AppError 409 if its state forbids that, or was changed concurrently */
async function changeState(
  ctx: Context,
  installation: Installation,
  launched: queries.Launch,
  newState: 'live' | 'suspended',
  verb: 'suspend' | 'resume',
  claim?: Claim,
): Promise<DescribedLaunch> {
  const { id, state, name } = launched
  if (state === newState || state === 'creating' || (newState === 'suspended' && state !== 'live')) throw stateConflict(launched)
  return ctx.db.transaction().execute(async (db) => {
    if (!(await launchChange.updateLaunchState({ db }, id, state, newState))) throw changeConflict()
    if (claim) await launchChange.renewLaunchClaim({ db }, id, claim.claimUntil, claim.keyHash)
    const subject = { type: 'deployment' as const, id, title: name }
    await recordAudit({ ...ctx, db }, { action: `deployment.${verb}`, subject, before: { state }, after: { state: newState } })
    return describeLaunch({ ...ctx, db }, installation, { ...launched, state: newState })
  })
}

export async function getLaunch(ctx: Context, id: number): Promise<queries.Launch> {
  const launched = await queries.findLaunchById(ctx, id)
  if (!launched) throw notFound('copy')
  return launched
}

const changeConflict = () => conflict('deployment.changed', 'Another administrator has changed this copy. Please reload the page.')
const STATE_WORDS = { creating: 'is still being created', live: 'is live', suspended: 'is suspended', retired: 'is retired' }
const stateConflict = ({ state }: queries.Launch) => conflict('deployment.wrong_state', `This copy ${STATE_WORDS[state]}.`)

const describeCopy = async (ctx: Context, installation: Installation, launched: queries.Launch): Promise<Copy> =>
  addUsage(ctx, installation, await describeLaunch(ctx, installation, launched))

type DescribedLaunch = Pick<Copy, 'id' | 'name' | 'slug' | 'address' | 'domain' | 'state' | 'outOfService' | 'createdAt' | 'newsletter'>

/**
 * Describes a tenant site from the main site's database. After a change it must be called in the same transaction, so that an error rolls
 * the change back.
 */
export async function describeLaunch(ctx: Context, installation: Installation, launched: queries.Launch): Promise<DescribedLaunch> {
  const { id, name, slug, state, createdAt } = launched
  const address = installation.siteUrl(slug, ctx.caller)
  const outOfService = state === 'live' && installation.isOutOfService(launched)
  const domain = await findLaunchedSiteDomain(ctx, installation, id)
  const newsletter = await findBulkMailPermission(ctx, id)
  return { id, name, slug, address, domain, state, outOfService, createdAt, newsletter }
}

/** Adds the usage of a tenant site, from its own database. Never throws: the properties are null if the database cannot be read. */
export async function addUsage(ctx: Context, installation: Installation, copy: DescribedLaunch): Promise<Copy> {
  const { id, slug, state, createdAt } = copy
  const unreadUsage = { claimed: null, claimUntil: null, bytes: null, quotas: null, fullKind: null, heldJobs: null, lastActiveAt: null }
  if (state === 'creating') return { ...copy, ...unreadUsage }
  try {
    const [limits, fullKind, bytes] = await Promise.all([findLimits(ctx, id), findExceededQuota(ctx, id), installation.siteSizeBytes(id)])
    const sizeBytes = () => Promise.resolve(bytes)
    const [{ claimUntil }, lastActive, quotas, heldJobCount] = await installation.withSiteDatabase(id, (db) =>
      Promise.all([loadSettings(db), findLastActivity(db), listUseOf(db, sizeBytes, limits), countHeldJobs({ db })]),
    )
    // Initial content, which is older than the launch, does not count as activity.
    const lastActiveAt = lastActive && lastActive > createdAt ? lastActive : null
    return {
      ...copy,
      claimed: claimUntil === '',
      claimUntil: claimUntil || null,
      bytes,
      quotas,
      fullKind,
      heldJobs: heldJobCount.count,
      lastActiveAt,
    }
  } catch (error) {
    ctx.log.error({ err: error, site: slug }, 'reading a launched site failed')
    return { ...copy, ...unreadUsage }
  }
}

/** Removes the references to users from launches and invitations. Called before all accounts are deleted. */
export async function clearLaunchers(db: SiteDatabase): Promise<void> {
  await launchChange.updateLaunchesWithoutUser({ db })
  await updateInvitationsWithoutUser({ db })
}
