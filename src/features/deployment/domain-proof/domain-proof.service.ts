/** Verifies the domains of tenant sites by a TXT record. A site is served on its domain only while that is verified. */
import type { NextDue } from '#platform/jobs/jobs.ts'
import { isUniqueViolation } from '#db/errors.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import type { Context, Installation } from '#platform/contract/context.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { DomainProof, OwnDomain } from './domain-proof.contract.ts'
import * as policy from './domain-proof.policy.ts'
import * as queries from './domain-proof.queries.ts'
import { requireInstallation } from '#features/deployment/require-installation.ts'

type MainContext = Pick<Context, 'db' | 'site' | 'viewer' | 'log'>
/** Duration of a lease, in which no other process checks the same domain. A DNS query times out after up to 8 s. */
const LEASE_MS = 5 * 60_000
const BATCH_SIZE = 10

/** Returns the domain of the current site; null without a requested domain, and on the main site. */
export async function getOwnDomain({ launcher }: Context): Promise<OwnDomain> {
  const row = launcher && (await queries.findDomainProof(launcher.main, launcher.launchId))
  return { domain: row ? describeDomain(launcher.installation, row) : null }
}

export async function checkOwnDomain({ launcher, log }: Context): Promise<OwnDomain> {
  if (!launcher) throw notFound('domain')
  const { main, installation, launchId } = launcher
  return checkDomain({ db: main.db, site: main, viewer: null, log }, installation, launchId)
}

export const checkLaunchedSiteDomain = (ctx: Context, id: number): Promise<OwnDomain> => checkDomain(ctx, requireInstallation(ctx), id)

async function checkDomain(ctx: MainContext, installation: Installation, id: number): Promise<OwnDomain> {
  const row = await queries.findDomainProof(ctx, id)
  if (!row) throw notFound('domain')
  if (installation.servesDomains) await runCheck(ctx, installation, row, new Date())
  const checked = await queries.findDomainProof(ctx, id)
  return { domain: checked ? describeDomain(installation, checked) : null }
}

/** Runs the checks that are due. @returns when the next check is due; null if there is none or custom domains are not served */
export async function checkDueDomains(ctx: Context, now = new Date()): Promise<NextDue> {
  const { installation } = ctx
  if (!installation?.servesDomains) return null
  const lease = new Date(now.getTime() + LEASE_MS).toISOString()
  const due = await queries.leaseDueDomains(ctx, now.toISOString(), lease, BATCH_SIZE)
  await Promise.all(due.map((row) => runCheck(ctx, installation, row, now)))
  return queries.findNextDomainCheck(ctx)
}

async function runCheck(ctx: MainContext, installation: Installation, row: queries.ProofRow, now: Date): Promise<void> {
  const texts = await installation.lookUpTxt(policy.domainProofName(row.wanted))
  const problem = policy.findDomainProblem(texts, row.token)
  if (row.domainName === row.wanted) await recheckVerified(ctx, installation, row, problem, now)
  else if (problem) await queries.updateDomainProof(ctx, row.id, toWaitingState(row, problem, now))
  else await assignDomain(ctx, installation, row, texts ?? [], now)
}

/** Checks a verified domain again. The record counts as missing only if the name servers respond without it. */
async function recheckVerified(
  ctx: MainContext,
  installation: Installation,
  row: queries.ProofRow,
  problem: OptionalProblem,
  now: Date,
): Promise<void> {
  const nowText = now.toISOString()
  if (!problem) return queries.updateDomainProof(ctx, row.id, toProvenState(row, now))
  const missingSince = problem === 'unreachable' ? row.missingSince : (row.missingSince ?? nowText)
  if (problem !== 'unreachable' && missingSince && policy.graceEndsAt(missingSince) <= nowText) {
    await ctx.db.transaction().execute((db) => releaseDomain({ ...ctx, db }, row, problem, now))
    return installation.renameSite({ ...row, domainName: null })
  }
  await queries.updateDomainProof(ctx, row.id, {
    ...toWaitingState(row, problem, now),
    domainName: row.domainName,
    missingSince,
    checkAt: addMs(now, policy.RECHECK_MISSING_MS),
  })
}

/** Assigns the domain, unless another site has verified it and still has its record. Without the record that site loses the domain. */
async function assignDomain(
  ctx: MainContext,
  installation: Installation,
  row: queries.ProofRow,
  texts: readonly string[],
  now: Date,
): Promise<void> {
  const holderRow = await queries.findProofOfDomain(ctx, row.wanted)
  const isHeld = holderRow !== undefined && policy.findDomainProblem(texts, holderRow.token) === undefined
  const setTaken = () => queries.updateDomainProof(ctx, row.id, toWaitingState(row, 'taken', now))
  if (isHeld) return setTaken()
  try {
    await ctx.db.transaction().execute(async (db) => {
      if (holderRow) await releaseDomain({ ...ctx, db }, holderRow, 'other_value', now)
      await queries.updateDomainProof({ db }, row.id, toProvenState(row, now))
      const subject = { type: 'deployment' as const, id: row.id, title: row.name }
      await recordAudit({ ...ctx, db }, { action: 'deployment.prove_domain', subject, after: { domainName: row.wanted } })
    })
  } catch (error) {
    if (isUniqueViolation(error)) return setTaken()
    throw error
  }
  if (holderRow) installation.renameSite({ ...holderRow, domainName: null })
  installation.renameSite({ ...row, domainName: row.wanted })
}

/** Takes the domain from a site. Must be called in a transaction. */
async function releaseDomain(ctx: MainContext, row: queries.ProofRow, problem: policy.DomainProblem, now: Date): Promise<void> {
  await queries.updateDomainProof(ctx, row.id, toWaitingState(row, problem, now))
  const subject = { type: 'deployment' as const, id: row.id, title: row.name }
  await recordAudit(ctx, { action: 'deployment.lose_domain', subject, before: { domainName: row.wanted } })
}

type OptionalProblem = policy.DomainProblem | undefined
const addMs = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString()

const toProvenState = ({ wanted }: queries.ProofRow, now: Date): queries.CheckedDomain => ({
  domainName: wanted,
  problem: null,
  checkedAt: now.toISOString(),
  checkAt: addMs(now, policy.RECHECK_MS),
  missingSince: null,
  failures: 0,
})

const toWaitingState = ({ failures }: queries.ProofRow, problem: policy.DomainProblem, now: Date): queries.CheckedDomain => ({
  domainName: null,
  problem,
  checkedAt: now.toISOString(),
  checkAt: addMs(now, policy.retryDelayMs(failures + 1)),
  missingSince: null,
  failures: failures + 1,
})

function describeDomain(installation: Installation, row: queries.ProofRow): DomainProof {
  const { wanted: domain, token, problem, missingSince, checkedAt, checkAt } = row
  const isServed = installation.servesDomains
  return {
    domain,
    state: isServed ? getDomainState(row) : 'unserved',
    recordName: policy.domainProofName(domain),
    recordValue: policy.domainProofValue(token),
    problem: isServed && problem ? policy.describeDomainProblem(problem, domain) : null,
    checkedAt,
    nextCheckAt: isServed && row.state === 'live' ? checkAt : null,
    countsUntil: row.domainName !== null && missingSince ? policy.graceEndsAt(missingSince) : null,
  }
}

function getDomainState({ domainName, problem, missingSince }: queries.ProofRow): policy.DomainState {
  if (domainName !== null) return missingSince ? 'missing' : 'proven'
  return problem === 'taken' ? 'taken' : 'waiting'
}

/** Returns the domain of a tenant site, for the list of sites; null if it has requested none. */
export async function findLaunchedSiteDomain(
  ctx: Pick<Context, 'db'>,
  installation: Installation,
  id: number,
): Promise<DomainProof | null> {
  const row = await queries.findDomainProof(ctx, id)
  return row ? describeDomain(installation, row) : null
}
