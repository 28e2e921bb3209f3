/** Creates and hashes recovery codes, which replace the second factor once each. Only their hashes are stored. */
import { createHash, randomInt } from 'node:crypto'

const RECOVERY_CODE_COUNT = 10
const CODE_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

export const makeRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODE_COUNT }, makeRecoveryCode)

/** @returns 24 characters in groups of four, such as `abcd-efgh-jkmn-pqrs-tuvw-xyz2`; their 118 bits of entropy make a fast hash safe */
const makeRecoveryCode = () =>
  Array.from({ length: 6 }, () => Array.from({ length: 4 }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')).join('-')

/** Hashes a code as the member enters it, without regard to case, spaces and hyphens. */
export const hashRecoveryCode = (code: string): string =>
  createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest('base64url')
