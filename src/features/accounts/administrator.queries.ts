import type { Context } from '#platform/context.ts'

type Db = Pick<Context, 'db'>

/** Administrators who can sign in and act. */
const able = ({ db }: Db) =>
  db
    .selectFrom('users')
    .where('is_admin', '=', true)
    .where('password_hash', 'is not', null)
    .where('restricted_at', 'is', null)
    .where('deleted_at', 'is', null)

export async function countAble(ctx: Db): Promise<number> {
  const { n } = await able(ctx)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

export async function appoint({ db }: Db, id: number, passwordHash: string): Promise<void> {
  await db.updateTable('users').set({ is_admin: true, password_hash: passwordHash, restricted_at: null }).where('id', '=', id).execute()
}
