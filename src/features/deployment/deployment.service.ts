/**
 * Launches sites. The row is inserted first, with state `creating`; the site is served once the state is `live`. A crash in between leaves a
 * row and perhaps a database, which are removed by a job.
 */
import { findEarliest, runForEach, type NextDue } from '#platform/jobs/jobs.ts'
import { createHash, randomBytes } from 'node:crypto'
import { isUniqueViolation } from '#db/errors.ts'
import { lockRow } from '#db/lock-row.ts'
import { hashToken } from '#features/accounts/sessions/session.service.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { LANGUAGES } from '#features/sites/region.policy.ts'
import { loadSettings } from '#features/sites/site.service.ts'
import type { Caller, Context, Installation, SiteSettings } from '#platform/contract/context.ts'
import { badRequest, conflict, forbidden, notFound } from '#platform/contract/errors.ts'
import { isNameOfOperator } from '#platform/text/names-policy.ts'
import { runAfterCommit } from './after-commit.ts'
import { LAUNCH_KEY_PATTERN, type Deployment, type DeploymentConfig, type LaunchRules } from './deployment.contract.ts'
import * as queries from './deployment.queries.ts'
import { useInvitation } from './invitations/invitation.service.ts'
import * as launchChange from './launch-change.queries.ts'
import { launchingOf } from './launching.policy.ts'
import { requireInstallation } from './require-installation.ts'
import { appendSlugNumber, toSiteSlug } from './slug.policy.ts'

export const CLAIM_DAYS = 7
/** A launch that takes longer counts as interrupted. */
export const LAUNCH_TIMEOUT_MS = 5 * 60_000
const MAX_SLUG_ATTEMPTS = 200

/** Generates 128 random bits. */
const newRandomId = () => randomBytes(16).toString('base64url')
const derive = (purpose: string, secret: string) => createHash('sha256').update(`${purpose}:${secret}`).digest('base64url')
/** All secrets of a launch are derived from its idempotency key, which only the caller has, so none is stored. */
const tokenOf = (key: string) => derive('follow', key)
const claimTokenOf = (token: string) => derive('claim', token)

/**
 * Launches a site. A repeated call with the same idempotency key returns the same launch.
 * @param invitation token of an invitation, for callers who may not launch without one
 * @throws AppError 400, 403 or 409 with what to do
 */
export async function launchSite(ctx: Context, config: DeploymentConfig, invitation?: string): Promise<Deployment> {
  const installation = requireInstallation(ctx)
  const key = ctx.caller?.idempotencyKey
  if (key !== undefined && !LAUNCH_KEY_PATTERN.test(key))
    throw badRequest('The Idempotency-Key must be 20 to 100 letters, digits, hyphens or underscores.')
  const token = tokenOf(key ?? randomBytes(32).toString('base64url'))
  const earlier = await queries.findLaunchByKey(ctx, hashToken(token))
  if (earlier) return describeEarlierLaunch(ctx, earlier, config, token)

  const isInvited = await assertMayLaunch(ctx, installation, invitation)
  assertSiteNameAllowed(ctx, config.siteName)
  if (config.domainName && !installation.isDomainAllowed(config.domainName, ctx.caller, ctx.viewer?.isAdmin ?? false)) throw domainTaken()
  // Several sites may request a domain; a verified one is taken.
  if (config.domainName && (await queries.findLaunchByDomain(ctx, config.domainName))) throw domainTaken()
  const { mostCopies } = ctx.site.settings
  if ((await queries.countLaunches(ctx)) >= mostCopies) throw full()
  const releaseInvitation = isInvited && invitation !== undefined ? await useInvitation(ctx, invitation) : undefined
  try {
    return await createSite(ctx, installation, config, token, mostCopies)
  } catch (error) {
    await releaseInvitation?.()
    throw error
  }
}

async function createSite(
  ctx: Context,
  installation: Installation,
  config: DeploymentConfig,
  token: string,
  maxSites: number,
): Promise<Deployment> {
  const now = new Date()
  const claimUntil = claimUntilOf(now)
  const id = await reserve(ctx, config, { keyHash: hashToken(token), createdAt: now.toISOString(), claimUntil })
  if (id === undefined) return getByToken(ctx, config, token)
  let created: queries.Launch | undefined
  try {
    if (!(await enforceSiteLimit(ctx, id, maxSites))) throw full()
    await installation.createSite({
      id,
      content: config.content,
      settings: { ...toSiteSettings(config), claimUntil },
      claimHash: hashToken(claimTokenOf(token)),
    })
    created = await goLive(ctx, id, token)
  } catch (error) {
    await clearAway(ctx, installation, id).catch((err: unknown) => ctx.log.error({ err, launch: id }, 'interrupted launch not removed'))
    throw error
  }
  if (!created) {
    // It took longer than LAUNCH_TIMEOUT_MS and was removed as interrupted.
    await installation.deleteSite(id)
    throw conflict('deployment.interrupted', 'Creating the copy took too long and was cancelled. Please try again.')
  }
  const launched = created
  await runAfterCommit(ctx, id, () => installation.openSite(launched))
  return describe(installation, ctx.caller, { ...launched, state: 'live' }, token)
}

/** @returns undefined if the launch was removed as interrupted meanwhile */
const goLive = (ctx: Context, id: number, token: string): Promise<queries.Launch | undefined> =>
  ctx.db.transaction().execute(async (db) => {
    const created = await queries.findLaunchById({ db }, id)
    if (!created || !(await launchChange.markLaunchLive({ db }, id, hashToken(token)))) return undefined
    const subject = { type: 'deployment' as const, id, title: created.name }
    await recordAudit({ ...ctx, db }, { action: 'deployment.launch', subject, after: { slug: created.slug } })
    return created
  })

/** Rejects names like that of the main site, so that a launched site cannot impersonate it (phishing). @throws AppError 400 */
function assertSiteNameAllowed({ site }: Context, siteName: string): void {
  if (!isNameOfOperator(siteName, site.settings.name)) return
  const message = 'That name is reserved. Please choose another.'
  throw badRequest(message, [{ path: 'siteName', message }])
}

/** @returns whether the launch needs the invitation @throws AppError 403 with what to do */
async function assertMayLaunch(ctx: Context, installation: Installation, invitation: string | undefined): Promise<boolean> {
  const { site, viewer } = ctx
  const launching = launchingOf(site.settings, installation)
  if (launching === 'nobody') throw forbidden('deployment.not_allowed', 'Launching copies is switched off on this site.')
  if (launching === 'everyone' || viewer?.isAdmin || (viewer && (await queries.hasConfirmedEmail(ctx, viewer.id)))) return false
  if (invitation !== undefined) return true
  if (!viewer) throw forbidden('deployment.not_allowed', 'Only members can launch a copy. Please sign in first.')
  throw forbidden('deployment.email_not_confirmed', 'Please confirm your email address first: only confirmed members can launch a copy.')
}

/** Who may launch, and whether the limit is reached, to show it before the wizard's steps. */
export async function getLaunchRules(ctx: Context): Promise<LaunchRules> {
  const launching = launchingOf(ctx.site.settings, requireInstallation(ctx))
  const { mostCopies } = ctx.site.settings
  return { launching, isFull: (await queries.countLaunches(ctx)) >= mostCopies }
}

/** Metric: launched sites by state. */
export const countLaunchedSitesByState = (ctx: Pick<Context, 'db'>) => queries.countLaunchesByState(ctx)

const full = () => conflict('deployment.full', 'The maximum number of copies has been reached. Please contact the administrator.')

/** Returns a launch; the claim link only with its token. @throws AppError 404 */
export async function getDeployment(ctx: Context, publicId: string, token: string | undefined): Promise<Deployment> {
  const installation = requireInstallation(ctx)
  const found = await queries.findLaunchByPublicId(ctx, publicId)
  if (!found) throw notFound('deployment')
  const isTheirs = token !== undefined && (await queries.isLaunchKey(ctx, found.id, hashToken(token)))
  return describe(installation, ctx.caller, found, isTheirs ? token : undefined)
}

async function getByToken(ctx: Context, config: DeploymentConfig, token: string): Promise<Deployment> {
  const found = await queries.findLaunchByKey(ctx, hashToken(token))
  if (!found) throw notFound('deployment')
  return describeEarlierLaunch(ctx, found, config, token)
}

/** Returns the launch of an earlier request with the same key. @throws AppError 409 if the input is not the same */
async function describeEarlierLaunch(ctx: Context, earlier: queries.Launch, config: DeploymentConfig, token: string): Promise<Deployment> {
  const stored = await queries.findLaunchConfig(ctx, earlier.id)
  if (stored && stored.config !== JSON.stringify(config))
    throw conflict('deployment.key_used', 'That Idempotency-Key was used with different input. Use a new key.')
  return describe(requireInstallation(ctx), ctx.caller, earlier, token)
}

/** Inserts the row under a free slug. @returns undefined if a concurrent request with the same key has done so */
async function reserve(
  ctx: Context,
  config: DeploymentConfig,
  times: Pick<launchChange.NewLaunch, 'keyHash' | 'createdAt' | 'claimUntil'>,
): Promise<number | undefined> {
  const row = { publicId: newRandomId(), domainToken: newRandomId(), config, ...times, userId: ctx.viewer?.id ?? null }
  const slug = toSiteSlug(config.siteName)
  for (let attempt = 1; attempt <= MAX_SLUG_ATTEMPTS; attempt++) {
    try {
      return await launchChange.insertLaunch(ctx, { ...row, slug: appendSlugNumber(slug, attempt) })
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      if (await queries.findLaunchByKey(ctx, times.keyHash)) return undefined
    }
  }
  const message = 'There are too many sites with that name. Please choose another.'
  throw conflict('deployment.name_taken', message, [{ path: 'siteName', message }])
}

function domainTaken() {
  const message = 'Another site uses that domain.'
  return conflict('deployment.domain_taken', message, [{ path: 'domainName', message }])
}

/** Re-checks the limit after the insert, under a lock, as concurrent launches may have passed the first check. Deletes the row above it. */
const enforceSiteLimit = (ctx: Context, id: number, maxSites: number): Promise<boolean> =>
  ctx.db.transaction().execute(async (db) => {
    await lockRow(db, 'users', GUEST_ID)
    if ((await queries.countLaunches({ db })) <= maxSites) return true
    await launchChange.deleteLaunch({ db }, id)
    return false
  })

const claimUntilOf = (now: Date) => new Date(now.getTime() + CLAIM_DAYS * 86_400_000).toISOString()

export function toSiteSettings({
  siteName,
  description,
  primaryRegion,
  defaultCurrency,
  features,
  analyticsEnabled,
}: DeploymentConfig): Partial<SiteSettings> & Pick<SiteSettings, 'features'> {
  return {
    name: siteName,
    ...(description ? { description } : {}),
    language: LANGUAGES[primaryRegion],
    region: primaryRegion,
    currency: defaultCurrency,
    features,
    analytics: analyticsEnabled,
  }
}

function describe(installation: Installation, caller: Caller | undefined, launched: queries.Launch, token: string | undefined): Deployment {
  const { publicId: id, state, name, slug, claimUntil } = launched
  const address = installation.siteUrl(slug, caller)
  const own = token === undefined ? {} : { token, claimLink: `${address}/claim#${claimTokenOf(token)}` }
  return { id, state, name, slug, address, servesDomains: installation.servesDomains, claimUntil, ...own }
}

/** Generates a new key and claim token. */
export function createClaim(): { keyHash: string; claimHash: string; claimToken: string; claimUntil: string } {
  const token = tokenOf(randomBytes(32).toString('base64url'))
  const claimToken = claimTokenOf(token)
  const claimUntil = new Date(Date.now() + CLAIM_DAYS * 86_400_000).toISOString()
  return { keyHash: hashToken(token), claimHash: hashToken(claimToken), claimToken, claimUntil }
}

/**
 * Job: retires sites that were not claimed in time. Their data stays for the operator. Decided by the site's own settings, as a site that
 * this process has not opened may have been claimed long ago.
 * @returns when the next claim expires
 */
export async function retireUnclaimedSites(ctx: Context, now = new Date()): Promise<NextDue> {
  const { installation } = ctx
  if (!installation) return null
  const hasExpired = (until: string) => until !== '' && until <= now.toISOString()
  const retired = new Set<number>()
  const unclaimed = (await queries.listLaunchesInState(ctx, 'live')).filter(({ id }) => !installation.isClaimed(id))
  const expired = unclaimed.filter(({ claimUntil }) => hasExpired(claimUntil))
  await runForEach(expired, nameLaunch, async ({ id, name }) => {
    const settings = await installation.withSiteDatabase(id, loadSettings)
    if (!hasExpired(settings.claimUntil)) return
    const isRetired = await ctx.db.transaction().execute(async (db) => {
      if (!(await launchChange.updateLaunchState({ db }, id, 'live', 'retired'))) return false
      await recordAudit({ ...ctx, db }, { action: 'deployment.retire', subject: { type: 'deployment', id, title: name } })
      return true
    })
    if (!isRetired) return
    retired.add(id)
    await installation.closeSite(id)
  })
  // Expired ones that were not retired could not be read, or have a later deadline of their own: they are checked on each run.
  return findEarliest(...unclaimed.filter(({ id }) => !retired.has(id)).map(({ claimUntil }) => claimUntil || null))
}

/**
 * Job: removes interrupted launches and deletions. Failures are retried on the next run.
 * @param after minimum age in ms, as another process may still be creating the site
 */
export async function clearInterruptedLaunches(
  ctx: Pick<Context, 'db' | 'log' | 'installation'>,
  now = new Date(),
  after = LAUNCH_TIMEOUT_MS,
): Promise<NextDue> {
  const { installation } = ctx
  if (!installation) return null
  const creating = await queries.listLaunchesInState(ctx, 'creating')
  const interrupted = creating.filter(({ createdAt }) => now.getTime() - Date.parse(createdAt) >= after)
  await runForEach(interrupted, nameLaunch, async ({ id, slug }) => {
    if (await clearAway(ctx, installation, id)) ctx.log.info({ site: slug }, 'interrupted launch removed')
  })
  // Checked on each run while there are any.
  return creating.length > 0 ? now.toISOString() : null
}

const nameLaunch = ({ slug }: { slug: string }): string => `site ${slug}`

/** Reserves the row first, so that the site cannot go live, and deletes it last. @returns whether this call has reserved it */
async function clearAway(ctx: Pick<Context, 'db'>, installation: Installation, id: number): Promise<boolean> {
  if (!(await launchChange.reserveLaunch(ctx, id, 'creating'))) return false
  await installation.deleteSite(id)
  await launchChange.deleteLaunch(ctx, id)
  return true
}

/** For the start: the sites to serve. */
export const listLiveLaunches = (ctx: Pick<Context, 'db'>): Promise<queries.Launch[]> => queries.listLaunchesInState(ctx, 'live')
export const listSuspendedLaunches = (ctx: Pick<Context, 'db'>): Promise<queries.Launch[]> => queries.listLaunchesInState(ctx, 'suspended')
export const findLaunch = queries.findLaunchById
export const findBySlug = queries.findLaunchBySlug
export const findByDomain = queries.findLaunchByDomain
