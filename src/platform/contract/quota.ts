/** Quotas of a site: kinds and checks. The limits and their administration are in a feature. */
export const QUOTA_KINDS = ['bytes', 'rows', 'uploads', 'uploadBytes', 'mails', 'calls'] as const
/**
 * `bytes`: database and files. `rows`: user-generated rows. `uploads`, `uploadBytes`: number and size of uploaded pictures.
 * `mails`: sent in 24 hours. `calls`: CPU-intensive calls in an hour.
 */
export type QuotaKind = (typeof QUOTA_KINDS)[number]

export interface QuotaUsage {
  kind: QuotaKind
  used: number
  limit: number
}

export interface SiteQuotas {
  /** Checks a quota. @throws AppError 507 if it does not allow `adding` more */
  assertWithinQuota(kind: QuotaKind, adding?: number): Promise<void>
  /** Whether a quota is not exhausted. For jobs, which can wait instead of failing. */
  isWithinQuota(kind: QuotaKind): Promise<boolean>
  /** Counts one CPU-intensive call. @throws AppError 429 if the hour's quota is used up */
  countCall(): Promise<void>
  listUsage(): Promise<QuotaUsage[]>
  /** Invalidates the cached limits and usage. */
  invalidate(): void
}
