import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>

/** Retained rows of the backup history. */
const MAX_ROWS = 100

export interface BackupRow {
  id: number
  startedAt: string
  finishedAt: string | null
  file: string
  bytes: number | null
  error: string | null
}

const select = ({ db }: Db) =>
  db
    .selectFrom('backups')
    .select(['id', 'started_at as startedAt', 'finished_at as finishedAt', 'file', 'bytes', 'error'])
    .orderBy('id', 'desc')

export const findLatestBackup = (ctx: Db): Promise<BackupRow | undefined> => select(ctx).limit(1).executeTakeFirst()

export const findLatestGoodBackup = (ctx: Db): Promise<BackupRow | undefined> =>
  select(ctx).where('finished_at', 'is not', null).where('error', 'is', null).limit(1).executeTakeFirst()

/** @returns its id */
export async function insertBackup({ db }: Db, startedAt: string, file: string): Promise<number> {
  const row = { started_at: startedAt, finished_at: null, file, bytes: null, error: null }
  const { id } = await db.insertInto('backups').values(row).returning('id').executeTakeFirstOrThrow()
  await db
    .deleteFrom('backups')
    .where('id', '<=', id - MAX_ROWS)
    .execute()
  return id
}

export async function finishBackup(
  { db }: Db,
  id: number,
  finishedAt: string,
  result: { bytes: number } | { error: string },
): Promise<void> {
  await db
    .updateTable('backups')
    .set({ finished_at: finishedAt, ...result })
    .where('id', '=', id)
    .execute()
}
