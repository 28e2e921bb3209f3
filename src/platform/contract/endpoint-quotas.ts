/** Determines the quotas that a call counts against, and checks them before it runs. */
import type { Endpoint } from './endpoint.ts'
import type { QuotaKind, SiteQuotas } from './quota.ts'

/** Returns the quotas that a call counts against. Calls that create something count by default. */
export function quotasOf({ method, access, status, maxFileBytes, hasNoEffectOnReads, isQuotaExempt }: Endpoint): QuotaKind[] {
  if (method === 'GET' || method === 'DELETE' || hasNoEffectOnReads || isQuotaExempt) return []
  if (maxFileBytes) return ['uploads', 'uploadBytes', 'bytes']
  // Administrators can always edit and delete, so that they can free space.
  if (access === 'admin') return method === 'POST' && status === 201 ? ['bytes'] : []
  return method === 'POST' ? ['rows', 'bytes'] : ['bytes']
}

/** Checks the quotas before a call runs. @throws AppError 429 if the costly calls of the hour are used up; 507 if a quota is exhausted */
export async function assertQuotas(quotas: SiteQuotas, endpoint: Endpoint, body: unknown): Promise<void> {
  if (endpoint.isCostly || endpoint.maxFileBytes) await quotas.countCall()
  const bytes = Buffer.isBuffer(body) ? body.length : 0
  for (const kind of quotasOf(endpoint)) await quotas.assertWithinQuota(kind, kind === 'rows' || kind === 'uploads' ? 1 : bytes)
}
