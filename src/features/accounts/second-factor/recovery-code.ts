/** What opens an account once when the second factor is not at hand. Only hashes are kept. */
import { createHash, randomInt } from 'node:crypto'

const RECOVERY_CODES = 10
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

export const makeRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, makeRecoveryCode)

/** Twenty-four letters, about 118 bits, as only a fast hash of them is kept: `abcd-efgh-jkmn-pqrs-tuvw-xyz2`. */
const makeRecoveryCode = () =>
  Array.from({ length: 6 }, () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')).join('-')

/** As it may be typed from paper. */
export const hashRecoveryCode = (code: string): string =>
  createHash('sha256').update(code.toLowerCase().replace(/[\s-]/g, '')).digest('base64url')
