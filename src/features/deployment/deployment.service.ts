/**
 * Launches sites. The row is inserted first, in the state `creating`; the site is served when the state is `live`. A crash in between
 * leaves a row and perhaps a database, which a job removes.
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
/** Time after which a launch that is not live counts as interrupted. */
export const LAUNCH_TIMEOUT_MS = 5 * 60_000
const MAX_SLUG_ATTEMPTS = 200

/** Creates an id with 128 random bits. */
const createRandomId = () => randomBytes(16).toString('base64url')
const derive = (purpose: string, secret: string) => createHash('sha256').update(`${purpose}:${secret}`).digest('base64url')
/** Derives the token from the idempotency key. All secrets of a launch are derived from it, so none must be stored. */
const deriveToken = (key: string) => derive('follow', key)
const toClaimToken = (token: string) => derive('claim', token)

/**
 * Launches a site. When it is called again with the same idempotency key, it returns the same launch.
 * @param invitation token of an invitation, for callers who may not launch without one
 * @throws AppError 400, 403 or 409 with a message that says what to do
 */
export async function launchSite(ctx: Context, config: DeploymentConfig, invitation?: string): Promise<Deployment> {
  const installation = requireInstallation(ctx)
  const key = ctx.caller?.idempotencyKey
  if (key !== undefined && !LAUNCH_KEY_PATTERN.test(key))
    throw badRequest('The Idempotency-Key must be 20 to 100 letters, digits, hyphens or underscores.')
  const token = deriveToken(key ?? randomBytes(32).toString('base64url'))
  const earlierLaunch = await queries.findLaunchByKey(ctx, hashToken(token))
  if (earlierLaunch) return describeEarlierLaunch(ctx, earlierLaunch, config, token)

  const isInvited = await assertMayLaunch(ctx, installation, invitation)
  assertSiteNameAllowed(ctx, config.siteName)
  if (config.domainName && !installation.isDomainAllowed(config.domainName, ctx.caller, ctx.viewer?.isAdmin ?? false))
    throw domainConflict()
  // Several sites may request the same domain, until one of them has verified it.
  if (config.domainName && (await queries.findLaunchByDomain(ctx, config.domainName))) throw domainConflict()
  const { mostCopies } = ctx.site.settings
  if ((await queries.countLaunches(ctx)) >= mostCopies) throw limitConflict()
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
  const claimUntil = getClaimEnd(now)
  const id = await insertUnderFreeSlug(ctx, config, { keyHash: hashToken(token), createdAt: now.toISOString(), claimUntil })
  if (id === undefined) return getByToken(ctx, config, token)
  let created: queries.Launch | undefined
  try {
    if (!(await enforceSiteLimit(ctx, id, maxSites))) throw limitConflict()
    await installation.createSite({
      id,
      content: config.content,
      settings: { ...toSiteSettings(config), claimUntil },
      claimHash: hashToken(toClaimToken(token)),
    })
    created = await goLive(ctx, id, token)
  } catch (error) {
    await removeLaunch(ctx, installation, id).catch((err: unknown) => ctx.log.error({ err, launch: id }, 'interrupted launch not removed'))
    throw error
  }
  if (!created) {
    // The launch took longer than LAUNCH_TIMEOUT_MS, and the job removed it as interrupted.
    await installation.deleteSite(id)
    throw conflict('deployment.interrupted', 'Creating the copy took too long and was cancelled. Please try again.')
  }
  const launched = created
  await runAfterCommit(ctx, id, () => installation.openSite(launched))
  return describe(installation, ctx.caller, { ...launched, state: 'live' }, token)
}

/** Marks the launch as live. @returns undefined if it was removed as interrupted in the meantime */
const goLive = (ctx: Context, id: number, token: string): Promise<queries.Launch | undefined> =>
  ctx.db.transaction().execute(async (db) => {
    const created = await queries.findLaunchById({ db }, id)
    if (!created || !(await launchChange.markLaunchLive({ db }, id, hashToken(token)))) return undefined
    const subject = { type: 'deployment' as const, id, title: created.name }
    await recordAudit({ ...ctx, db }, { action: 'deployment.launch', subject, after: { slug: created.slug } })
    return created
  })

/** Rejects names that resemble that of the main site, which a tenant site could impersonate (phishing). @throws AppError 400 */
function assertSiteNameAllowed({ site }: Context, siteName: string): void {
  if (!isNameOfOperator(siteName, site.settings.name)) return
  const message = 'That name is reserved. Please choose another.'
  throw badRequest(message, [{ path: 'siteName', message }])
}

/** @returns whether the caller needs the invitation @throws AppError 403 if the caller may not launch, with what to do */
async function assertMayLaunch(ctx: Context, installation: Installation, invitation: string | undefined): Promise<boolean> {
  const { site, viewer } = ctx
  const launching = launchingOf(site.settings, installation)
  if (launching === 'nobody') throw forbidden('deployment.not_allowed', 'Launching copies is switched off on this site.')
  if (launching === 'everyone' || viewer?.isAdmin || (viewer && (await queries.hasConfirmedEmail(ctx, viewer.id)))) return false
  if (invitation !== undefined) return true
  if (!viewer) throw forbidden('deployment.not_allowed', 'Only members can launch a copy. Please sign in first.')
  throw forbidden('deployment.email_not_confirmed', 'Please confirm your email address first: only confirmed members can launch a copy.')
}

/** Returns who may launch and whether the limit is reached, which the wizard shows before its first step. */
export async function getLaunchRules(ctx: Context): Promise<LaunchRules> {
  const launching = launchingOf(ctx.site.settings, requireInstallation(ctx))
  const { mostCopies } = ctx.site.settings
  return { launching, isFull: (await queries.countLaunches(ctx)) >= mostCopies }
}

/** Counts tenant sites by state, for a metric. */
export const countLaunchedSitesByState = (ctx: Pick<Context, 'db'>) => queries.countLaunchesByState(ctx)

const limitConflict = () => conflict('deployment.full', 'The maximum number of copies has been reached. Please contact the administrator.')

/** Returns a launch, with the claim link only if the token is valid. @throws AppError 404 for an unknown id */
export async function getDeployment(ctx: Context, publicId: string, token: string | undefined): Promise<Deployment> {
  const installation = requireInstallation(ctx)
  const launch = await queries.findLaunchByPublicId(ctx, publicId)
  if (!launch) throw notFound('deployment')
  const isValid = token !== undefined && (await queries.isLaunchKey(ctx, launch.id, hashToken(token)))
  return describe(installation, ctx.caller, launch, isValid ? token : undefined)
}

async function getByToken(ctx: Context, config: DeploymentConfig, token: string): Promise<Deployment> {
  const launch = await queries.findLaunchByKey(ctx, hashToken(token))
  if (!launch) throw notFound('deployment')
  return describeEarlierLaunch(ctx, launch, config, token)
}

/** Returns the launch of an earlier request with the same key. @throws AppError 409 if the input differs */
async function describeEarlierLaunch(ctx: Context, earlier: queries.Launch, config: DeploymentConfig, token: string): Promise<Deployment> {
  const stored = await queries.findLaunchConfig(ctx, earlier.id)
  if (stored && stored.config !== JSON.stringify(config))
    throw conflict('deployment.key_used', 'That Idempotency-Key was used with different input. Use a new key.')
  return describe(requireInstallation(ctx), ctx.caller, earlier, token)
}

/** Inserts the row under a free slug. @returns undefined if a concurrent request with the same key has inserted it */
async function insertUnderFreeSlug(
  ctx: Context,
  config: DeploymentConfig,
  times: Pick<launchChange.NewLaunch, 'keyHash' | 'createdAt' | 'claimUntil'>,
): Promise<number | undefined> {
  const row = { publicId: createRandomId(), domainToken: createRandomId(), config, ...times, userId: ctx.viewer?.id ?? null }
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

function domainConflict() {
  const message = 'Another site uses that domain.'
  return conflict('deployment.domain_taken', message, [{ path: 'domainName', message }])
}

/** Checks the limit again under a lock, as concurrent launches may have passed the first check. @returns false if the row was deleted */
const enforceSiteLimit = (ctx: Context, id: number, maxSites: number): Promise<boolean> =>
  ctx.db.transaction().execute(async (db) => {
    await lockRow(db, 'users', GUEST_ID)
    if ((await queries.countLaunches({ db })) <= maxSites) return true
    await launchChange.deleteLaunch({ db }, id)
    return false
  })

const getClaimEnd = (now: Date) => new Date(now.getTime() + CLAIM_DAYS * 86_400_000).toISOString()

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
  const secrets = token === undefined ? {} : { token, claimLink: `${address}/claim#${toClaimToken(token)}` }
  return { id, state, name, slug, address, servesDomains: installation.servesDomains, claimUntil, ...secrets }
}

/** Creates a new claim token, with its hash, its expiry and the hash of a new launch token. */
export function createClaim(): { keyHash: string; claimHash: string; claimToken: string; claimUntil: string } {
  const token = deriveToken(randomBytes(32).toString('base64url'))
  const claimToken = toClaimToken(token)
  const claimUntil = new Date(Date.now() + CLAIM_DAYS * 86_400_000).toISOString()
  return { keyHash: hashToken(token), claimHash: hashToken(claimToken), claimToken, claimUntil }
}

/**
 * Retires sites that were not claimed in time; their data stays for the operator. The site's own settings decide, because a site that this
 * process has not opened may have been claimed long ago.
 * @returns when the next claim expires
 */
export async function retireUnclaimedSites(ctx: Context, now = new Date()): Promise<NextDue> {
  const { installation } = ctx
  if (!installation) return null
  const hasExpired = (until: string) => until !== '' && until <= now.toISOString()
  const retired = new Set<number>()
  const unclaimed = (await queries.listLaunchesInState(ctx, 'live')).filter(({ id }) => !installation.isClaimed(id))
  const expired = unclaimed.filter(({ claimUntil }) => hasExpired(claimUntil))
  await runForEach(expired, formatLaunchName, async ({ id, name }) => {
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
  // Expired sites that were not retired have a later deadline in their own settings, so they are checked on each run.
  return findEarliest(...unclaimed.filter(({ id }) => !retired.has(id)).map(({ claimUntil }) => claimUntil || null))
}

/**
 * Removes interrupted launches, and completes interrupted deletions. Failures are retried on the next run.
 * @param minAgeMs minimum age of a launch, because another process may still be creating the site
 */
export async function clearInterruptedLaunches(
  ctx: Pick<Context, 'db' | 'log' | 'installation'>,
  now = new Date(),
  minAgeMs = LAUNCH_TIMEOUT_MS,
): Promise<NextDue> {
  const { installation } = ctx
  if (!installation) return null
  const creating = await queries.listLaunchesInState(ctx, 'creating')
  const interrupted = creating.filter(({ createdAt }) => now.getTime() - Date.parse(createdAt) >= minAgeMs)
  await runForEach(interrupted, formatLaunchName, async ({ id, slug }) => {
    if (await removeLaunch(ctx, installation, id)) ctx.log.info({ site: slug }, 'interrupted launch removed')
  })
  // The job runs again at once while there are launches in creation.
  return creating.length > 0 ? now.toISOString() : null
}

const formatLaunchName = ({ slug }: { slug: string }): string => `site ${slug}`

/** Removes a launch. Its row is reserved first, so that the site cannot go live, and deleted last. @returns false if it is live or gone */
async function removeLaunch(ctx: Pick<Context, 'db'>, installation: Installation, id: number): Promise<boolean> {
  if (!(await launchChange.reserveLaunch(ctx, id, 'creating'))) return false
  await installation.deleteSite(id)
  await launchChange.deleteLaunch(ctx, id)
  return true
}

/** Lists the sites that are opened when the process starts. */
export const listLiveLaunches = (ctx: Pick<Context, 'db'>): Promise<queries.Launch[]> => queries.listLaunchesInState(ctx, 'live')
export const listSuspendedLaunches = (ctx: Pick<Context, 'db'>): Promise<queries.Launch[]> => queries.listLaunchesInState(ctx, 'suspended')
export const findLaunch = queries.findLaunchById
export const findBySlug = queries.findLaunchBySlug
export const findByDomain = queries.findLaunchByDomain
