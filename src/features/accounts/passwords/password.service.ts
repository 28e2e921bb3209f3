/** Passwords: argon2id, with the strength that OWASP asks for. One check takes about 20 ms, off the main thread. */
import { randomInt } from 'node:crypto'
import { hash, verify, type Options } from '@node-rs/argon2'
import { badRequest } from '#platform/contract/errors.ts'

let strength: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Dummy hash of that strength, verified for unknown accounts so that timing does not reveal them. */
let dummy: string | Promise<string> = '$argon2id$v=19$m=19456,t=2,p=1$n5G5HL4PKrfkWQkB+2hUUA$IDKifCX1ixwRyHUU9K4PZMoth4JGsQqtn3DAnPme5U8'

/** Lowers the strength of hashes for tests, which hash thousands of passwords. */
export function setPasswordStrengthForTests(options: Options): void {
  strength = options
  dummy = hash(crypto.randomUUID(), options)
}

// oxlint-disable-next-line eslint-js/no-restricted-syntax -- a password is short, and is hashed as it was when it was set
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), strength)

/** @param stored null where there is no account or no password: false, after as long as a real check takes */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- as above
  const isRight = await verify(stored ?? (await dummy), password.normalize('NFC')).catch(() => false)
  return isRight && Boolean(stored)
}

/**
 * Refuses what is guessed first: a password on the list of common ones, or the person's own name or address.
 * @param path the field it was typed into
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
  return own.some((word) => word?.toLowerCase() === folded) || (await (common ??= loadCommon())).has(folded)
}

let common: Promise<Set<string>> | undefined
/** Only those long enough to be accepted otherwise. */
async function loadCommon(): Promise<Set<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= 10))
}

const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
/** Five groups of four, without letters that look alike: about 99 bits, and can be typed from paper. */
export function generatePassword(): string {
  const pick = () => LETTERS[randomInt(LETTERS.length)]
  return Array.from({ length: 5 }, () => Array.from({ length: 4 }, pick).join('')).join('-')
}
