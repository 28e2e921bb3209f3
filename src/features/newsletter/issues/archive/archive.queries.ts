import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import type { PastIssue } from './archive.contract.ts'

type Db = Pick<Context, 'db'>

const selectPastIssues = ({ db }: Db) => db.selectFrom('newsletter_issues').where('started_at', 'is not', null)

export async function listPastIssueRows(ctx: Db, paging: Paging): Promise<ListResult<PastIssue>> {
  const { offset, limit } = toOffsetLimit(paging)
  const [items, { n }] = await Promise.all([
    selectPastIssues(ctx)
      .select(['id', 'subject', 'started_at as publishedAt'])
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .offset(offset)
      .limit(limit)
      .$narrowType<{ publishedAt: string }>()
      .execute(),
    selectPastIssues(ctx)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow(),
  ])
  return { items, total: n }
}

export const findPastIssue = (ctx: Db, id: number) =>
  selectPastIssues(ctx)
    .select(['id', 'subject', 'started_at as publishedAt', 'intro', 'entries'])
    .where('id', '=', id)
    .$narrowType<{ publishedAt: string }>()
    .executeTakeFirst()
