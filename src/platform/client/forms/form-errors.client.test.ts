import { expect, test } from 'vitest'
import { ApiError } from '#platform/client/api.client.ts'
import { findFieldErrors, toFieldErrors } from './form-errors.client.ts'
import { z } from '#platform/contract/zod.ts'

const START = { name: '', email: '', features: { forums: true } }

test('toFieldErrors takes the first message of each field', () => {
  const contract = z.object({ name: z.string().min(2, 'Too short').regex(/^\w+$/, 'Letters only'), email: z.email('No address') })
  const issues = contract.safeParse({ name: '!', email: 'x' }).error?.issues ?? []
  expect(toFieldErrors(issues.toReversed(), START)).toEqual({ name: 'Letters only', email: 'No address', features: undefined })
  expect(toFieldErrors(issues, START)).toEqual({ name: 'Too short', email: 'No address', features: undefined })
})

test('findFieldErrors assigns nested errors to their field and ignores those of other fields', () => {
  const error = new ApiError(400, 'Validation failed', {
    errors: [
      { path: 'features.forums', message: 'Needs accounts' },
      { path: 'token', message: 'Too old' },
      { path: '', message: 'Nothing changed' },
    ],
  })
  expect(findFieldErrors(error, START)).toEqual({ name: undefined, email: undefined, features: 'Needs accounts' })
})

test('findFieldErrors returns no messages for an error that is not an ApiError', () => {
  expect(Object.values(findFieldErrors(new TypeError('Failed to fetch'), START)).some(Boolean)).toBe(false)
})
