/** Exports the viewer's personal data as JSON (GDPR Art. 20). */
import type { Context } from '#platform/contract/context.ts'
import type { AllFeatures } from '#platform/contract/feature.ts'
import { findOwnAccount } from '#features/accounts/profile/profile.queries.ts'
import { findPersonalData } from './personal-data.ts'
import { requireViewer } from '#features/accounts/passwords/reauthentication.service.ts'

export async function exportAccount(
  ctx: Context,
  features: AllFeatures,
): Promise<{ site: string; exportedAt: string; [section: string]: unknown }> {
  const { id } = requireViewer(ctx)
  const { site, headers } = ctx
  const email = (await findOwnAccount(ctx, id))?.email ?? null
  const exportedAt = new Date().toISOString()
  headers?.set('content-disposition', `attachment; filename="my-account-${exportedAt.slice(0, 10)}.json"`)
  return { site: site.settings.name, exportedAt, ...(await findPersonalData(ctx, { id, email }, features)) }
}
