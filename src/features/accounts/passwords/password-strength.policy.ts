/**
 * Estimates the strength of a new password for a hint in the form. The server enforces only the minimum length, and rejects common
 * passwords.
 */
import { PASSWORD_MIN } from '#features/users/user-limits.policy.ts'
import { nounFor } from '#wording/counts.ts'
import { NOUNS } from '#wording/nouns.ts'

/** The length from which a password is strong without digits or symbols. */
const STRONG_LENGTH = 16

export interface PasswordStrength {
  /** 0 means empty, 1 too short, 2 acceptable, 3 strong. */
  level: 0 | 1 | 2 | 3
  hint: string
}

/** @param guessableWords username and email, which make a password that contains them weaker */
export function estimateStrength(password: string, guessableWords: string[] = []): PasswordStrength {
  const missingCharacters = PASSWORD_MIN - password.length
  if (!password) return { level: 0, hint: `At least ${PASSWORD_MIN} characters. Three or four words in a row are easy to remember.` }
  if (missingCharacters > 0) return { level: 1, hint: `${missingCharacters} more ${nounFor(missingCharacters, NOUNS.character)} needed` }
  const lowerCased = password.toLowerCase()
  const containsGuessableWord = guessableWords
    .flatMap((text) => text.toLowerCase().split(/[@.]/))
    .some((word) => word.length > 3 && lowerCased.includes(word))
  if (containsGuessableWord) return { level: 2, hint: 'Long enough, but it contains your name or email' }
  if (new Set(lowerCased).size < 6) return { level: 2, hint: 'Long enough, but it repeats itself' }
  const characterKinds = [/\p{L}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  return password.length >= STRONG_LENGTH || characterKinds === 3
    ? { level: 3, hint: 'Strong' }
    : { level: 2, hint: 'Long enough. One more word makes it strong.' }
}
