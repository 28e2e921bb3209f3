/** Queries on the domain columns of the table `launches`. */
import type { Context } from '#platform/contract/context.ts'
import { DOMAIN_PROBLEMS, type DomainProblem } from './domain-proof.policy.ts'

type Db = Pick<Context, 'db'>

export interface ProofRow {
  id: number
  name: string
  slug: string
  state: 'creating' | 'live' | 'suspended' | 'retired'
  /** The verified domain; null: the domain is not verified. */
  domainName: string | null
  /** The requested domain. */
  wanted: string
  token: string
  problem: DomainProblem | null
  checkedAt: string | null
  checkAt: string | null
  missingSince: string | null
  failures: number
}

const selectProofs = ({ db }: Db) =>
  db
    .selectFrom('launches')
    .select(['id', 'name', 'slug', 'state', 'domain_name as domainName', 'wanted_domain as wanted', 'domain_token as token'])
    .select(['domain_problem as problem', 'domain_checked_at as checkedAt', 'domain_check_at as checkAt'])
    .select(['domain_missing_since as missingSince', 'domain_failures as failures'])

type LaunchRow = Awaited<ReturnType<ReturnType<typeof selectProofs>['executeTakeFirstOrThrow']>>

/** @returns undefined for a launch without a requested domain */
function toProof({ wanted, token, problem, ...row }: LaunchRow): ProofRow | undefined {
  if (wanted === null || token === null) return undefined
  return { ...row, wanted, token, problem: DOMAIN_PROBLEMS.find((known) => known === problem) ?? null }
}

export async function findDomainProof(ctx: Db, id: number): Promise<ProofRow | undefined> {
  const row = await selectProofs(ctx).where('id', '=', id).executeTakeFirst()
  return row && toProof(row)
}

export async function findProofOfDomain(ctx: Db, domain: string): Promise<ProofRow | undefined> {
  const row = await selectProofs(ctx).where('domain_name', '=', domain).executeTakeFirst()
  return row && toProof(row)
}

/** Postpones the next check of the due rows to `lease`, so that only one process checks each of them. */
export async function leaseDueDomains(ctx: Db, now: string, lease: string, limit: number): Promise<ProofRow[]> {
  const due = await selectProofs(ctx)
    .where('domain_check_at', '<=', now)
    .where('state', '=', 'live')
    .orderBy('domain_check_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  const leased: ProofRow[] = []
  for (const row of due) {
    const { numUpdatedRows } = await ctx.db
      .updateTable('launches')
      .set({ domain_check_at: lease })
      .where('id', '=', row.id)
      .where('domain_check_at', '=', row.checkAt)
      .executeTakeFirst()
    const proof = numUpdatedRows > 0n ? toProof(row) : undefined
    if (proof) leased.push(proof)
  }
  return leased
}

export async function findNextDomainCheck({ db }: Db): Promise<string | null> {
  const row = await db
    .selectFrom('launches')
    .select('domain_check_at as at')
    .where('domain_check_at', 'is not', null)
    .where('state', '=', 'live')
    .orderBy('domain_check_at')
    .limit(1)
    .executeTakeFirst()
  return row?.at ?? null
}

export interface CheckedDomain {
  domainName: string | null
  problem: DomainProblem | null
  checkedAt: string
  checkAt: string
  missingSince: string | null
  failures: number
}

/** @throws a unique violation of the database if another site has verified the domain */
export async function updateDomainProof({ db }: Db, id: number, checked: CheckedDomain): Promise<void> {
  await db
    .updateTable('launches')
    .set({
      domain_name: checked.domainName,
      domain_problem: checked.problem,
      domain_checked_at: checked.checkedAt,
      domain_check_at: checked.checkAt,
      domain_missing_since: checked.missingSince,
      domain_failures: checked.failures,
    })
    .where('id', '=', id)
    .execute()
}
