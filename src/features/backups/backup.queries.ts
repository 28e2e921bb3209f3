import type { Context } from '#platform/contract/context.ts'

type DbContext = Pick<Context, 'db'>

/** Number of retained rows in the backup history. */
const MAX_HISTORY_ROWS = 100

export interface BackupRow {
  id: number
  startedAt: string
  finishedAt: string | null
  file: string
  bytes: number | null
  error: string | null
}

const selectBackups = ({ db }: DbContext) =>
  db
    .selectFrom('backups')
    .select(['id', 'started_at as startedAt', 'finished_at as finishedAt', 'file', 'bytes', 'error'])
    .orderBy('id', 'desc')

export const findLatestBackup = (ctx: DbContext): Promise<BackupRow | undefined> => selectBackups(ctx).limit(1).executeTakeFirst()

export const findLatestSuccessfulBackup = (ctx: DbContext): Promise<BackupRow | undefined> =>
  selectBackups(ctx).where('finished_at', 'is not', null).where('error', 'is', null).limit(1).executeTakeFirst()

/** Inserts a running backup into the history, and deletes the oldest rows. @returns the id of the new row */
export async function insertBackup({ db }: DbContext, startedAt: string, file: string): Promise<number> {
  const row = { started_at: startedAt, finished_at: null, file, bytes: null, error: null }
  const { id } = await db.insertInto('backups').values(row).returning('id').executeTakeFirstOrThrow()
  await db
    .deleteFrom('backups')
    .where('id', '<=', id - MAX_HISTORY_ROWS)
    .execute()
  return id
}

export async function finishBackup(
  { db }: DbContext,
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
