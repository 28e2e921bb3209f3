/** Hashes passwords with argon2id and the parameters that OWASP recommends. A verification takes about 20 ms, off the main thread. */
import { randomInt } from 'node:crypto'
import { hash, verify, type Options } from '@node-rs/argon2'
import { badRequest } from '#platform/contract/errors.ts'

let argon2Options: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** A dummy hash with these options. It is verified for unknown accounts, so that timing does not reveal them. */
let dummyHash: string | Promise<string> =
  '$argon2id$v=19$m=19456,t=2,p=1$n5G5HL4PKrfkWQkB+2hUUA$IDKifCX1ixwRyHUU9K4PZMoth4JGsQqtn3DAnPme5U8'

/** Sets cheaper hash options for tests, which hash thousands of passwords. */
export function setPasswordStrengthForTests(options: Options): void {
  argon2Options = options
  dummyHash = hash(crypto.randomUUID(), options)
}

// oxlint-disable-next-line eslint-js/no-restricted-syntax -- passwords are short; setting and verifying must normalise alike
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), argon2Options)

/** @param storedHash `null` or `undefined` (unknown account, no password) returns `false` after the same time */
export async function verifyPassword(storedHash: string | null | undefined, password: string): Promise<boolean> {
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- as above
  const isMatch = await verify(storedHash ?? (await dummyHash), password.normalize('NFC')).catch(() => false)
  return isMatch && Boolean(storedHash)
}

/**
 * Rejects common passwords and those equal to one of `guessableWords` (username, email), ignoring case.
 * @param path the name of the form field, for the error
 * @throws AppError 400
 */
export async function rejectCommonPassword(
  password: string,
  guessableWords: (string | null | undefined)[],
  path = 'password',
): Promise<void> {
  if (!(await isCommonPassword(password, guessableWords))) return
  throw badRequest(TOO_COMMON, [{ path, message: TOO_COMMON }])
}
const TOO_COMMON = 'This password is too common. Please choose another.'

export async function isCommonPassword(password: string, guessableWords: (string | null | undefined)[] = []): Promise<boolean> {
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- as above
  const normalizedPassword = password.normalize('NFC').toLowerCase()
  return (
    guessableWords.some((word) => word?.toLowerCase() === normalizedPassword) ||
    (await (commonPasswords ??= loadCommonPasswords())).has(normalizedPassword)
  )
}

let commonPasswords: Promise<Set<string>> | undefined
/** Loads the common passwords that have at least ten characters, the minimum length of a password. */
async function loadCommonPasswords(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= 10))
}

const PASSWORD_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
/** @returns five groups of four characters, without ambiguous ones such as 0 and o; about 99 bits of entropy */
export function generatePassword(): string {
  const pickCharacter = () => PASSWORD_ALPHABET[randomInt(PASSWORD_ALPHABET.length)]
  return Array.from({ length: 5 }, () => Array.from({ length: 4 }, pickCharacter).join('')).join('-')
}
