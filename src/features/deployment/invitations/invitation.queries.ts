import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import type { Invitation } from './invitation.contract.ts'

type Db = Pick<Context, 'db'>

export interface NewInvitation {
  tokenHash: string
  note: string
  maxUses: number
  createdAt: string
  expiresAt: string
  userId: number | null
}

const selectInvitations = ({ db }: Db) =>
  db
    .selectFrom('launch_invitations')
    .select(['id', 'note', 'max_uses as maxUses', 'uses', 'created_at as createdAt', 'expires_at as expiresAt', 'revoked_at as revokedAt'])
type InvitationRow = Awaited<ReturnType<ReturnType<typeof selectInvitations>['executeTakeFirstOrThrow']>>

const toInvitation = ({ revokedAt, ...row }: InvitationRow): Invitation => ({
  ...row,
  state: revokedAt !== null ? 'revoked' : row.uses >= row.maxUses ? 'used' : row.expiresAt <= new Date().toISOString() ? 'expired' : 'open',
})

export async function listInvitationRows(ctx: Db, paging: Paging): Promise<ListResult<Invitation>> {
  const { offset, limit } = toOffsetLimit(paging)
  const rows = await selectInvitations(ctx).orderBy('id', 'desc').offset(offset).limit(limit).execute()
  return { items: rows.map(toInvitation), total: await countInvitations(ctx) }
}

export async function countInvitations({ db }: Db): Promise<number> {
  const { n } = await db
    .selectFrom('launch_invitations')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export async function findInvitation(ctx: Db, id: number): Promise<Invitation | undefined> {
  const row = await selectInvitations(ctx).where('id', '=', id).executeTakeFirst()
  return row && toInvitation(row)
}

export async function findInvitationByHash(ctx: Db, tokenHash: string): Promise<Invitation | undefined> {
  const row = await selectInvitations(ctx).where('token_hash', '=', tokenHash).executeTakeFirst()
  return row && toInvitation(row)
}

export async function insertInvitation({ db }: Db, row: NewInvitation): Promise<number> {
  const { id } = await db
    .insertInto('launch_invitations')
    .values({
      token_hash: row.tokenHash,
      note: row.note,
      max_uses: row.maxUses,
      created_at: row.createdAt,
      expires_at: row.expiresAt,
      user_id: row.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @returns false if the invitation has already been revoked */
export async function updateInvitationRevoked({ db }: Db, id: number, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('launch_invitations')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Checks and counts a use in a single statement, so that concurrent launches cannot exceed `max_uses`. @returns undefined if invalid */
export async function countInvitationUse({ db }: Db, tokenHash: string, now: string): Promise<number | undefined> {
  const row = await db
    .updateTable('launch_invitations')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .whereRef('uses', '<', 'max_uses')
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function uncountInvitationUse({ db }: Db, id: number): Promise<void> {
  await db
    .updateTable('launch_invitations')
    .set((eb) => ({ uses: eb('uses', '-', 1) }))
    .where('id', '=', id)
    .where('uses', '>', 0)
    .execute()
}

/** Removes the references to users. Called before all accounts are deleted. */
export async function updateInvitationsWithoutUser({ db }: Db): Promise<void> {
  await db.updateTable('launch_invitations').set({ user_id: null }).execute()
}
