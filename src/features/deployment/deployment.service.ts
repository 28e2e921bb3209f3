/**
 * Launching a copy. Its row is there first, as `creating`; the site answers only once the row says `live`. A crash in
 * between leaves a row and perhaps a database that nobody can reach, and the next start removes both.
 */
import { earliestDue, runForEach, type NextDue } from '#platform/jobs/jobs.ts'
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
/** After so long a launch that is still not done has been interrupted. */
export const LAUNCH_TIMEOUT_MS = 5 * 60_000
const MAX_SLUG_ATTEMPTS = 200

/** 128 bits. */
const newRandomId = () => randomBytes(16).toString('base64url')
const derive = (purpose: string, secret: string) => createHash('sha256').update(`${purpose}:${secret}`).digest('base64url')
/** Everything secret about a launch follows from its key, which only the launcher has: so nothing secret is stored. */
const tokenOf = (key: string) => derive('follow', key)
const claimTokenOf = (token: string) => derive('claim', token)

/** @param invitation the token of an invitation, for callers who may not launch without one */
export async function launchSite(ctx: Context, config: DeploymentConfig, invitation?: string): Promise<Deployment> {
  const installation = requireInstallation(ctx)
  const given = ctx.caller?.idempotencyKey
  if (given !== undefined && !LAUNCH_KEY_PATTERN.test(given))
    throw badRequest('The Idempotency-Key must be 20 to 100 letters, digits, hyphens or underscores.')
  const token = tokenOf(given ?? randomBytes(32).toString('base64url'))
  const earlier = await queries.findLaunchByKey(ctx, hashToken(token))
  if (earlier) return launchedBefore(ctx, earlier, config, token)

  const isInvited = await mayLaunch(ctx, installation, invitation)
  assertSiteNameAllowed(ctx, config.siteName)
  if (config.domainName && !installation.isDomainAllowed(config.domainName, ctx.caller, ctx.viewer?.isAdmin ?? false)) throw domainTaken()
  // Several may ask for a name; one that somebody has proven is gone.
  if (config.domainName && (await queries.findLaunchByDomain(ctx, config.domainName))) throw domainTaken()
  const { mostCopies } = ctx.site.settings
  if ((await queries.countLaunches(ctx)) >= mostCopies) throw full()
  const returnUse = isInvited && invitation !== undefined ? await useInvitation(ctx, invitation) : undefined
  try {
    return await makeSite(ctx, installation, config, token, mostCopies)
  } catch (fault) {
    await returnUse?.()
    throw fault
  }
}

async function makeSite(
  ctx: Context,
  installation: Installation,
  config: DeploymentConfig,
  token: string,
  mostCopies: number,
): Promise<Deployment> {
  const now = new Date()
  const claimUntil = claimUntilOf(now)
  const id = await reserve(ctx, config, { keyHash: hashToken(token), createdAt: now.toISOString(), claimUntil })
  if (id === undefined) return getByToken(ctx, config, token)
  let made: queries.Launch | undefined
  try {
    if (!(await hasPlace(ctx, id, mostCopies))) throw full()
    await installation.createSite({
      id,
      content: config.content,
      settings: { ...toSiteSettings(config), claimUntil },
      claimHash: hashToken(claimTokenOf(token)),
    })
    made = await goLive(ctx, id, token)
  } catch (fault) {
    await clearAway(ctx, installation, id).catch((err: unknown) => ctx.log.error({ err, launch: id }, NOT_CLEARED))
    throw fault
  }
  if (!made) {
    // It took so long that it was cleared away as an interrupted one.
    await installation.deleteSite(id)
    throw conflict('deployment.interrupted', 'Making it took too long, and nothing of it is left. Please try again.')
  }
  const launched = made
  await runAfterCommit(ctx, id, () => installation.openSite(launched))
  return describe(installation, ctx.caller, { ...launched, state: 'live' }, token)
}

/** @returns undefined when the launch was cleared away in the meantime */
const goLive = (ctx: Context, id: number, token: string): Promise<queries.Launch | undefined> =>
  ctx.db.transaction().execute(async (db) => {
    const made = await queries.findLaunchById({ db }, id)
    if (!made || !(await launchChange.markLaunchLive({ db }, id, hashToken(token)))) return undefined
    const subject = { type: 'deployment' as const, id, title: made.name }
    await recordAudit({ ...ctx, db }, { action: 'deployment.launch', subject, after: { slug: made.slug } })
    return made
  })

/** The operator's own name, or one that reads like it, would make the site's mails and pages pass for the operator's. @throws AppError 400 */
function assertSiteNameAllowed({ site }: Context, siteName: string): void {
  if (!isNameOfOperator(siteName, site.settings.name)) return
  const message = 'That name is reserved. Please choose another.'
  throw badRequest(message, [{ path: 'siteName', message }])
}

/** @returns whether it is the invitation that allows it @throws AppError 403 with what to do */
async function mayLaunch(ctx: Context, installation: Installation, invitation: string | undefined): Promise<boolean> {
  const { site, viewer } = ctx
  const launching = launchingOf(site.settings, installation)
  if (launching === 'nobody') throw forbidden('deployment.not_allowed', 'This site does not launch copies at present.')
  if (launching === 'everyone' || viewer?.isAdmin || (viewer && (await queries.hasConfirmedEmail(ctx, viewer.id)))) return false
  if (invitation !== undefined) return true
  if (!viewer) throw forbidden('deployment.not_allowed', 'Only members may launch a copy. Please sign in first.')
  throw forbidden('deployment.email_not_confirmed', 'Please confirm your email address first: only confirmed members may launch a copy.')
}

/** What a visitor can know before three steps: who may launch, and whether there is room. */
export async function getLaunchRules(ctx: Context): Promise<LaunchRules> {
  const launching = launchingOf(ctx.site.settings, requireInstallation(ctx))
  const { mostCopies } = ctx.site.settings
  return { launching, isFull: (await queries.countLaunches(ctx)) >= mostCopies }
}

/** For the operator: how many there are in each state. */
export const countCopiesByState = (ctx: Pick<Context, 'db'>) => queries.countLaunchesByState(ctx)

const full = () => conflict('deployment.full', 'There are as many copies as this site can take. Please ask its administrator.')

/** The link only for whoever holds the token. */
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
  return launchedBefore(ctx, found, config, token)
}

/** The same answers are the same launch. With others somebody would be told that they have what they have not. */
async function launchedBefore(ctx: Context, earlier: queries.Launch, config: DeploymentConfig, token: string): Promise<Deployment> {
  const asked = await queries.findLaunchConfig(ctx, earlier.id)
  if (asked && asked.config !== JSON.stringify(config))
    throw conflict('deployment.key_used', 'That Idempotency-Key belongs to a launch with other answers. Use a new key.')
  return describe(requireInstallation(ctx), ctx.caller, earlier, token)
}

/** @returns undefined when the same key has been used meanwhile */
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
    } catch (fault) {
      if (!isUniqueViolation(fault)) throw fault
      if (await queries.findLaunchByKey(ctx, times.keyHash)) return undefined
    }
  }
  const message = 'There are many sites of that name. Please choose another.'
  throw conflict('deployment.name_taken', message, [{ path: 'siteName', message }])
}

function domainTaken() {
  const message = 'Another site answers on that domain.'
  return conflict('deployment.domain_taken', message, [{ path: 'domainName', message }])
}

/** Of those who come for the last place at the same moment, all are in the table by now: one after the other looks, and goes if it is too many. */
const hasPlace = (ctx: Context, id: number, mostCopies: number): Promise<boolean> =>
  ctx.db.transaction().execute(async (db) => {
    await lockRow(db, 'users', GUEST_ID)
    if ((await queries.countLaunches({ db })) <= mostCopies) return true
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

/** A key that nobody has had, for a claim that starts anew. */
export function createClaim(): { keyHash: string; claimHash: string; claimToken: string; claimUntil: string } {
  const token = tokenOf(randomBytes(32).toString('base64url'))
  const claimToken = claimTokenOf(token)
  const claimUntil = new Date(Date.now() + CLAIM_DAYS * 86_400_000).toISOString()
  return { keyHash: hashToken(token), claimHash: hashToken(claimToken), claimToken, claimUntil }
}

/**
 * The job: copies that nobody has claimed in time no longer answer. Their data stays for the operator. What a copy itself
 * says counts: one that this process has not opened yet may have had its administrator for years.
 */
export async function retireUnclaimedSites(ctx: Context, now = new Date()): Promise<NextDue> {
  const { installation } = ctx
  if (!installation) return null
  const isOver = (until: string) => until !== '' && until <= now.toISOString()
  const retired = new Set<number>()
  const unclaimed = (await queries.listLaunchesInState(ctx, 'live')).filter(({ id }) => !installation.isClaimed(id))
  const expired = unclaimed.filter(({ claimUntil }) => isOver(claimUntil))
  await runForEach(expired, nameLaunch, async ({ id, name }) => {
    const settings = await installation.withSiteDatabase(id, loadSettings)
    if (!isOver(settings.claimUntil)) return
    const isRetired = await ctx.db.transaction().execute(async (db) => {
      if (!(await launchChange.updateLaunchState({ db }, id, 'live', 'retired'))) return false
      await recordAudit({ ...ctx, db }, { action: 'deployment.retire', subject: { type: 'deployment', id, title: name } })
      return true
    })
    if (!isRetired) return
    retired.add(id)
    await installation.closeSite(id)
  })
  // One whose time is over and that is still there could not be asked, or has been given longer: it is asked each time.
  return earliestDue(...unclaimed.filter(({ id }) => !retired.has(id)).map(({ claimUntil }) => claimUntil || null))
}

/**
 * The job: what an interrupted launch or deletion has left is cleared away, and what resists is left for the next time.
 * @param after how old it must be: several processes may serve one installation, and none knows whether another is still at work
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
  // As long as there are any they are looked at each time.
  return creating.length > 0 ? now.toISOString() : null
}

const NOT_CLEARED = 'interrupted launch not removed'
const nameLaunch = ({ slug }: { slug: string }): string => `site ${slug}`

/** The row is taken first, so that nothing goes live of which half is gone; it stays until the rest is gone. @returns whether it was still to be taken */
async function clearAway(ctx: Pick<Context, 'db'>, installation: Installation, id: number): Promise<boolean> {
  if (!(await launchChange.reserveLaunch(ctx, id, 'creating'))) return false
  await installation.deleteSite(id)
  await launchChange.deleteLaunch(ctx, id)
  return true
}

/** For the start: which sites are to answer. */
export const listLiveLaunches = (ctx: Pick<Context, 'db'>): Promise<queries.Launch[]> => queries.listLaunchesInState(ctx, 'live')
export const listSuspendedLaunches = (ctx: Pick<Context, 'db'>): Promise<queries.Launch[]> => queries.listLaunchesInState(ctx, 'suspended')
export const findLaunch = queries.findLaunchById
export const findBySlug = queries.findLaunchBySlug
export const findByDomain = queries.findLaunchByDomain
