/** Which quotas a call needs, and the check before it runs. */
import type { Endpoint } from './endpoint.ts'
import type { QuotaKind, SiteQuotas } from './quota.ts'

/** What this call needs room for. A new call that makes something is under the quotas without anybody saying so. */
export function quotasOf({ method, access, status, maxFileBytes, hasNoEffectOnReads, needsNoRoom }: Endpoint): QuotaKind[] {
  if (method === 'GET' || method === 'DELETE' || hasNoEffectOnReads || needsNoRoom) return []
  if (maxFileBytes) return ['uploads', 'uploadBytes', 'bytes']
  // An administrator can always put things right and delete.
  if (access === 'admin') return method === 'POST' && status === 201 ? ['bytes'] : []
  return method === 'POST' ? ['rows', 'bytes'] : ['bytes']
}

/** Before a call runs. @throws AppError 429 or 507 */
export async function assertQuotas(quotas: SiteQuotas, endpoint: Endpoint, body: unknown): Promise<void> {
  if (endpoint.isCostly || endpoint.maxFileBytes) await quotas.countCall()
  const bytes = Buffer.isBuffer(body) ? body.length : 0
  for (const kind of quotasOf(endpoint)) await quotas.assertRoom(kind, kind === 'rows' || kind === 'uploads' ? 1 : bytes)
}
