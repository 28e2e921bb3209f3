/** A plain hint while a new password is typed. The rule itself is its length; common passwords are refused by the server. */
import { PASSWORD_MIN } from '#features/users/user-limits.policy.ts'
import { nounFor } from '#wording/counts.ts'
import { NOUNS } from '#wording/nouns.ts'

const LONG = 16

export interface PasswordStrength {
  /** 0 nothing yet, 1 too short, 2 could be better, 3 strong. */
  level: 0 | 1 | 2 | 3
  words: string
}

/** @param own words that others know: username, email */
export function estimateStrength(password: string, own: string[] = []): PasswordStrength {
  const missing = PASSWORD_MIN - password.length
  if (!password) return { level: 0, words: `At least ${PASSWORD_MIN} characters. Three or four words in a row are easy to keep in mind.` }
  if (missing > 0) return { level: 1, words: `${missing} more ${nounFor(missing, NOUNS.character)} needed` }
  const plain = password.toLowerCase()
  const known = own.flatMap((text) => text.toLowerCase().split(/[@.]/)).some((word) => word.length > 3 && plain.includes(word))
  if (known) return { level: 2, words: 'Long enough, but it contains your name or email' }
  if (new Set(plain).size < 6) return { level: 2, words: 'Long enough, but it repeats itself' }
  const kinds = [/\p{L}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  return password.length >= LONG || kinds === 3
    ? { level: 3, words: 'Strong' }
    : { level: 2, words: 'Long enough. One more word makes it strong.' }
}
