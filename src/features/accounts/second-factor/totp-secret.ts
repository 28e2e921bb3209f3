/** A one-time code's secret as it is stored: sealed. One that was stored before there was a key, or came with an archive, is plain. */
import { isSealed, openSealed, seal } from '#platform/config/secret-box.ts'

const purposeOf = (userId: number) => `totp:${userId}`

export const sealTotpSecret = (secret: string, userId: number): string => seal(secret, purposeOf(userId))

/** @returns undefined when it was sealed with another key */
export const openTotpSecret = (stored: string, userId: number): string | undefined =>
  isSealed(stored) ? openSealed(stored, purposeOf(userId)) : stored

/** As an archive with passwords has it, which another installation must be able to read. */
export const openTotpColumn = (userId: unknown, stored: unknown): string | null =>
  typeof userId === 'number' && typeof stored === 'string' ? (openTotpSecret(stored, userId) ?? null) : null
