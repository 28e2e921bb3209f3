/** What a site may use of the machine. The kinds and where they are asked for; how much there is, and who says so, is a feature's. */
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
