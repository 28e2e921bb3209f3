/** Passwords: argon2id, with the strength that OWASP asks for. One check takes about 20 ms, off the main thread. */
import { randomInt } from 'node:crypto'
import { hash, verify, type Options } from '@node-rs/argon2'
import { badRequest } from '#platform/errors.ts'

const STRENGTH: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Of a password nobody has: verified where there is no account, so that the answer takes as long. */
const DUMMY = '$argon2id$v=19$m=19456,t=2,p=1$n5G5HL4PKrfkWQkB+2hUUA$IDKifCX1ixwRyHUU9K4PZMoth4JGsQqtn3DAnPme5U8'

export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFC'), STRENGTH)

/** @param stored null where there is no account or no password: false, after as long as a real check takes */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const isRight = await verify(stored ?? DUMMY, password.normalize('NFC')).catch(() => false)
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
