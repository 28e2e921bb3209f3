import { MAX_EMAIL_LENGTH, parseEmail } from './parse-email.client.ts'
import { z } from '#platform/contract/zod.ts'

/** Creates a schema for email addresses, which normalises them with `parseEmail`. @param missingMessage error message for an empty text */
export const emailAddress = (message = 'Please enter a valid email address', missingMessage = message) =>
  z
    .string()
    .trim()
    .min(1, missingMessage)
    .max(MAX_EMAIL_LENGTH, message)
    .overwrite((text) => parseEmail(text) ?? text)
    .refine((text) => parseEmail(text) !== undefined, message)
    .meta({ format: 'email' })
