import { MAX_EMAIL_LENGTH, parseEmail } from './parse-email.client.ts'
import { z } from '#platform/contract/zod.ts'

/** Schema of email addresses; normalises them with `parseEmail`. @param missing message for an empty text */
export const emailAddress = (message = 'Please enter a valid email address', missing = message) =>
  z
    .string()
    .trim()
    .min(1, missing)
    .max(MAX_EMAIL_LENGTH, message)
    .overwrite((text) => parseEmail(text) ?? text)
    .refine((text) => parseEmail(text) !== undefined, message)
    .meta({ format: 'email' })
