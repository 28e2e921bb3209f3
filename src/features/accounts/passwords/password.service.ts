/** Password hashing with argon2id and the parameters that OWASP recommends. A verification takes about 20 ms, off the main thread. */
import { randomInt } from 'node:crypto'
import { hash, verify, type Options } from '@node-rs/argon2'
import { badRequest } from '#platform/contract/errors.ts'

let argon2Options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Dummy hash with these options, verified for unknown accounts so that timing does not reveal them. */
let dummyHash: string | Promise<string> =
  '$argon2id$v=19$m=19456,t=2,p=1$n5G5HL4PKrfkWQkB+2hUUA$IDKifCX1ixwRyHUU9K4PZMoth4JGsQqtn3DAnPme5U8'

/** Makes hashes cheaper for tests, which hash thousands of passwords. */
export function setPasswordStrengthForTests(options: Options): void {
  argon2Options = options
  dummyHash = hash(crypto.randomUUID(), options)
}

// oxlint-disable-next-line eslint-js/no-restricted-syntax -- passwords are short; NFC as when the password was set
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), argon2Options)

/** @param stored the hash; `null` or `undefined` for unknown accounts or missing passwords returns `false` in the same time */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- as above
  const isRight = await verify(stored ?? (await dummyHash), password.normalize('NFC')).catch(() => false)
  return isRight && Boolean(stored)
}

/**
 * Rejects common passwords and those equal to one of `own` (username, email), ignoring case.
 * @param path the form field of the password
 * @throws AppError 400
 */
export async function rejectCommonPassword(password: string, own: (string | null | undefined)[], path = 'password'): Promise<void> {
  if (!(await isCommonPassword(password, own))) return
  throw badRequest(TOO_COMMON, [{ path, message: TOO_COMMON }])
}
const TOO_COMMON = 'This password is too common. Please choose another.'

export async function isCommonPassword(password: string, own: (string | null | undefined)[] = []): Promise<boolean> {
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- as above
  const folded = password.normalize('NFC').toLowerCase()
  return own.some((word) => word?.toLowerCase() === folded) || (await (commonPasswords ??= loadCommonPasswords())).has(folded)
}

let commonPasswords: Promise<Set<string>> | undefined
/** Loads only common passwords of at least the minimum length. */
async function loadCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= 10))
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
/** @returns five groups of four characters, without ambiguous ones: about 99 bits */
export function generatePassword(): string {
  const pick = () => LETTERS[randomInt(LETTERS.length)]
  return Array.from({ length: 5 }, () => Array.from({ length: 4 }, pick).join('')).join('-')
}
