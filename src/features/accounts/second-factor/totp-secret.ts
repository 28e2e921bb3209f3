/** Seals and unseals TOTP secrets. Those from older versions or from an archive are stored unsealed. */
import { isSealed, openSealed, seal } from '#platform/config/secret-box.ts'

const getSealPurpose = (userId: number) => `totp:${userId}`

export const sealTotpSecret = (secret: string, userId: number): string => seal(secret, getSealPurpose(userId))

/** @returns the plain secret; `undefined` if it was sealed with another key */
export const openTotpSecret = (storedSecret: string, userId: number): string | undefined =>
  isSealed(storedSecret) ? openSealed(storedSecret, getSealPurpose(userId)) : storedSecret

/** Unseals the column for archives with passwords, which other installations must be able to read. @returns `null` if that is impossible */
export const openTotpColumn = (userId: unknown, columnValue: unknown): string | null =>
  typeof userId === 'number' && typeof columnValue === 'string' ? (openTotpSecret(columnValue, userId) ?? null) : null
