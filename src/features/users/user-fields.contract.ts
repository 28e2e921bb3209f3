/** Schemas for the fields of a user, which all forms share. */
import { z } from '#platform/contract/zod.ts'
import { plainName } from '#platform/text/plain-name.ts'
import { isPictureUrl } from '#platform/text/picture-url.ts'
import { USERNAME_MIN, USERNAME_MAX, PASSWORD_MIN, PASSWORD_MAX } from './user-limits.policy.ts'
import { emailAddress } from '#platform/text/email-address.ts'

export const Username = z
  .string()
  .trim()
  .min(USERNAME_MIN, `Username must be at least ${USERNAME_MIN} characters`)
  .max(USERNAME_MAX, `Username must be at most ${USERNAME_MAX} characters`)
  .regex(/^[A-Za-z0-9_-]+$/, 'Username may contain letters, numbers, hyphens and underscores')
export const Email = emailAddress()
/** Checks only the length; the server also rejects common passwords. */
export const NewPassword = z
  .string()
  .min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`)
  .max(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters`)
export const DisplayName = plainName().max(80, 'Name must be at most 80 characters')
/** An empty text, an absolute URL, or the path of a picture on this site. */
export const AvatarUrl = z
  .string()
  .trim()
  .max(2000, 'Must be a valid URL')
  .refine((text) => text === '' || isPictureUrl(text), 'Must be a valid URL')
