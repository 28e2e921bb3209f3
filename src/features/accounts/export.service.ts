/** Everything a site holds about a person, in one file that programs can read too. */
import type { Context } from '#platform/context.ts'
import type { AccountExport } from './account.contract.ts'
import * as queries from './export.queries.ts'
import { viewerOf } from './proof.service.ts'

export async function exportAccount(ctx: Context): Promise<AccountExport> {
  const { id } = viewerOf(ctx)
  const { site, headers } = ctx
  const everything = { site: site.settings.name, exportedAt: new Date().toISOString(), ...(await queries.collect(ctx, id)) }
  headers?.set('content-disposition', `attachment; filename="my-account-${everything.exportedAt.slice(0, 10)}.json"`)
  return everything
}
