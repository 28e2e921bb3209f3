/** Writes to the table `launches`. */
import type { Context } from '#platform/contract/context.ts'
import type { DeploymentConfig } from './deployment.contract.ts'
import type { Launch } from './deployment.queries.ts'

type Db = Pick<Context, 'db'>

export interface NewLaunch {
  publicId: string
  /** Random token in the TXT record that verifies the domain. */
  domainToken: string
  slug: string
  config: DeploymentConfig
  keyHash: string
  createdAt: string
  claimUntil: string
  userId: number | null
}

/** @throws a unique violation of the database if the slug or the key exists */
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
 * Marks a launch for removal. Its key is replaced, so that a process that is still creating it cannot make it live.
 * @returns false if the launch is no longer in the state `expectedState`
 */
export async function reserveLaunch({ db }: Db, id: number, expectedState: Launch['state']): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('launches')
    .set({ state: 'creating', key_hash: `taken ${crypto.randomUUID()}` })
    .where('id', '=', id)
    .where('state', '=', expectedState)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns false if the launch was marked for removal in the meantime */
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

/** @returns false if the launch is no longer in the state `expectedState` */
export async function updateLaunchState(
  { db }: Db,
  id: number,
  expectedState: Launch['state'],
  newState: Launch['state'],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('launches')
    .set({ state: newState })
    .where('id', '=', id)
    .where('state', '=', expectedState)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Renews the claim. The launch token of the old key becomes invalid. */
export async function renewLaunchClaim({ db }: Db, id: number, claimUntil: string, keyHash: string): Promise<void> {
  await db.updateTable('launches').set({ claim_until: claimUntil, key_hash: keyHash }).where('id', '=', id).execute()
}

export async function deleteLaunch({ db }: Db, id: number): Promise<void> {
  await db.deleteFrom('launches').where('id', '=', id).execute()
}

/** Removes the references to users. Called before all accounts are deleted. */
export async function updateLaunchesWithoutUser({ db }: Db): Promise<void> {
  await db.updateTable('launches').set({ user_id: null }).execute()
}
