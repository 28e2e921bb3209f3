/** TOTP secrets are stored sealed. Those from older versions or from an archive are plain. */
import { isSealed, openSealed, seal } from '#platform/config/secret-box.ts'

const purposeOf = (userId: number) => `totp:${userId}`

export const sealTotpSecret = (secret: string, userId: number): string => seal(secret, purposeOf(userId))

/** @returns the plain secret; `undefined` when it was sealed with another key */
export const openTotpSecret = (stored: string, userId: number): string | undefined =>
  isSealed(stored) ? openSealed(stored, purposeOf(userId)) : stored

/** Unseals the column for archives with passwords, which other installations must be able to read. */
export const openTotpColumn = (userId: unknown, stored: unknown): string | null =>
  typeof userId === 'number' && typeof stored === 'string' ? (openTotpSecret(stored, userId) ?? null) : null
