import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

export interface StoredPermission {
  launchId: number
  state: 'unsettled' | 'none' | 'requested' | 'allowed'
  requestedAt: string | null
  requestedBy: string | null
}

const selectPermissions = ({ db }: Db) =>
  db
    .selectFrom('bulk_mail_permissions')
    .select(['launch_id as launchId', 'state', 'requested_at as requestedAt', 'requested_by as requestedBy'])

export const findPermission = (main: Db, launchId: number): Promise<StoredPermission | undefined> =>
  selectPermissions(main).where('launch_id', '=', launchId).executeTakeFirst()

export const listRequestedLaunchIds = async ({ db }: Db): Promise<number[]> =>
  (await db.selectFrom('bulk_mail_permissions').select('launch_id').where('state', '=', 'requested').execute()).map((row) => row.launch_id)

/** @returns whether the request was stored; false when permission has already been requested or granted */
export async function insertRequest({ db }: Db, launchId: number, username: string, now: string): Promise<boolean> {
  const request = { state: 'requested', requested_at: now, requested_by: username, changed_at: now } as const
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('bulk_mail_permissions')
    .values({ launch_id: launchId, ...request })
    .onConflict((oc) => oc.column('launch_id').doUpdateSet(request).where('bulk_mail_permissions.state', 'in', ['none', 'unsettled']))
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function upsertPermission({ db }: Db, launchId: number, state: 'none' | 'allowed', now: string): Promise<void> {
  const row = { state, changed_at: now, ...(state === 'none' ? { requested_at: null, requested_by: null } : {}) }
  await db
    .insertInto('bulk_mail_permissions')
    .values({ launch_id: launchId, ...row })
    .onConflict((oc) => oc.column('launch_id').doUpdateSet(row))
    .execute()
}

/** @returns whether the state was written; false when it was not `unsettled` */
export async function settlePermission({ db }: Db, launchId: number, state: 'none' | 'allowed', now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bulk_mail_permissions')
    .set({ state, changed_at: now })
    .where('launch_id', '=', launchId)
    .where('state', '=', 'unsettled')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns whether the site has mailed an issue to at least one subscriber. @param db the tenant site's database */
export async function hasSentIssue({ db }: Db): Promise<boolean> {
  return (
    (await db.selectFrom('newsletter_recipients').select('issue_id').where('state', '=', 'sent').limit(1).executeTakeFirst()) !== undefined
  )
}

export async function findUsername({ db }: Db, userId: number): Promise<string | undefined> {
  return (await db.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst())?.username
}
