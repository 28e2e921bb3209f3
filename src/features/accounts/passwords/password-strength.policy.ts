/** Strength hint for a new password. Only the minimum length is enforced here; the server also rejects common passwords. */
import { PASSWORD_MIN } from '#features/users/user-limits.policy.ts'
import { nounFor } from '#wording/counts.ts'
import { NOUNS } from '#wording/nouns.ts'

/** Length from which a password needs no digits or symbols to be strong. */
const STRONG_LENGTH = 16

export interface PasswordStrength {
  /** 0 empty, 1 too short, 2 acceptable, 3 strong. */
  level: 0 | 1 | 2 | 3
  hint: string
}

/** @param own guessable words: username, email */
export function estimateStrength(password: string, own: string[] = []): PasswordStrength {
  const missing = PASSWORD_MIN - password.length
  if (!password) return { level: 0, hint: `At least ${PASSWORD_MIN} characters. Three or four words in a row are easy to remember.` }
  if (missing > 0) return { level: 1, hint: `${missing} more ${nounFor(missing, NOUNS.character)} needed` }
  const folded = password.toLowerCase()
  const containsOwn = own.flatMap((text) => text.toLowerCase().split(/[@.]/)).some((word) => word.length > 3 && folded.includes(word))
  if (containsOwn) return { level: 2, hint: 'Long enough, but it contains your name or email' }
  if (new Set(folded).size < 6) return { level: 2, hint: 'Long enough, but it repeats itself' }
  const kinds = [/\p{L}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  return password.length >= STRONG_LENGTH || kinds === 3
    ? { level: 3, hint: 'Strong' }
    : { level: 2, hint: 'Long enough. One more word makes it strong.' }
}
