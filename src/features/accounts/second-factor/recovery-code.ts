/** Recovery codes: single-use replacements for the second factor. Only their hashes are stored. */
import { createHash, randomInt } from 'node:crypto'

const RECOVERY_CODES = 10
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

export const makeRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, makeRecoveryCode)

/** 24 characters, about 118 bits: enough entropy for a fast hash. For example `abcd-efgh-jkmn-pqrs-tuvw-xyz2`. */
const makeRecoveryCode = () =>
  Array.from({ length: 6 }, () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join('-')

/** Ignores case, spaces and hyphens. */
export const hashRecoveryCode = (code: string): string =>
  createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest('base64url')
