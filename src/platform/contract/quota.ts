/** What a site may use of the machine. The kinds and where they are asked for; how much there is, and who says so, is a feature's. */
import type { Endpoint } from './endpoint.ts'

export const QUOTA_KINDS = ['bytes', 'rows', 'uploads', 'uploadBytes', 'mails', 'calls'] as const
/**
 * `bytes`: database and files. `rows`: what strangers can make. `uploads`, `uploadBytes`: pictures, and what was sent as such.
 * `mails`: sent in 24 hours. `calls`: what costs much of the processor, in an hour.
 */
export type QuotaKind = (typeof QUOTA_KINDS)[number]

export interface QuotaUse {
  kind: QuotaKind
  used: number
  limit: number
}

export interface SiteQuotas {
  /** @throws AppError 507 when there is no room for so much more */
  assertRoom(kind: QuotaKind, adding?: number): Promise<void>
  /** For what can wait instead of failing. */
  hasRoom(kind: QuotaKind): Promise<boolean>
  /** Counts one costly call. @throws AppError 429 when the hour's are used up */
  countCall(): Promise<void>
  listUse(): Promise<QuotaUse[]>
  /** The limits have been set anew. */
  forget(): void
}

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
