import type { Context } from '#platform/context.ts'
import type { Session } from './account.contract.ts'
import * as queries from './account.queries.ts'

export async function getSession(ctx: Context): Promise<Session> {
  return { user: (ctx.viewer && (await queries.findSignedIn(ctx, ctx.viewer.id))) ?? null }
}
