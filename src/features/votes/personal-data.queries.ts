/** Reads a member's votes for the personal-data export. */
import type { Context } from '#platform/contract/context.ts'

type Db = Pick<Context, 'db'>
type Person = { id: number }

export const findVotesForExport = ({ db }: Db, { id }: Person) =>
  db
    .selectFrom('votes')
    .select(['subject_type as subject', 'subject_id as id', 'value', 'created_at as createdAt'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()
