/** What changes the row of a launch. */
import type { Context } from '#platform/contract/context.ts'
import type { DeploymentConfig } from './deployment.contract.ts'
import type { Launch } from './deployment.queries.ts'

type Db = Pick<Context, 'db'>

export interface NewLaunch {
  publicId: string
  /** For the proof of its domain name. */
  domainToken: string
  slug: string
  config: DeploymentConfig
  keyHash: string
  createdAt: string
  claimUntil: string
  userId: number | null
}

/** @throws the database's error when slug or key are taken */
export async function insertLaunch(
  { db }: Db,
  { publicId, domainToken, slug, config, keyHash, createdAt, claimUntil, userId }: NewLaunch,
): Promise<number> {
  const { id } = await db
    .insertInto('launches')
    .values({
      public_id: publicId,
      slug,
      wanted_domain: config.domainName ?? null,
      domain_token: config.domainName === undefined ? null : domainToken,
      domain_check_at: config.domainName === undefined ? null : createdAt,
      name: config.siteName,
      state: 'creating',
      config: JSON.stringify(config),
      key_hash: keyHash,
      created_at: createdAt,
      claim_until: claimUntil,
      user_id: userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Only from a state it is still in: from now on it is to be cleared away. Nobody has its key any more, so whoever may
 * still be making it can no longer let it go live. @returns whether it was
 */
export async function reserveLaunch({ db }: Db, id: number, from: Launch['state']): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('launches')
    .set({ state: 'creating', key_hash: `taken ${crypto.randomUUID()}` })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Only while it is its maker's. @returns whether it was */
export async function markLaunchLive({ db }: Db, id: number, keyHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('launches')
    .set({ state: 'live' })
    .where('id', '=', id)
    .where('state', '=', 'creating')
    .where('key_hash', '=', keyHash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Only from a state it is still in. @returns whether it was */
export async function updateLaunchState({ db }: Db, id: number, from: Launch['state'], to: Launch['state']): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('launches')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A new time to claim it in, for whoever holds the new key; the old one says nothing any more. */
export async function renewLaunchClaim({ db }: Db, id: number, claimUntil: string, keyHash: string): Promise<void> {
  await db.updateTable('launches').set({ claim_until: claimUntil, key_hash: keyHash }).where('id', '=', id).execute()
}

export async function deleteLaunch({ db }: Db, id: number): Promise<void> {
  await db.deleteFrom('launches').where('id', '=', id).execute()
}

/** The copies stay; whose they were is no longer known. */
export async function updateLaunchesWithoutUser({ db }: Db): Promise<void> {
  await db.updateTable('launches').set({ user_id: null }).execute()
}
