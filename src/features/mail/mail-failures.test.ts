/** Tests the classification of SMTP errors. */
import { describe, expect, test } from 'vitest'
import { isPermanentlyRefused, isUnknownRecipient, isServerUnreachable } from './sending.service.ts'

const classify = (error: unknown) => ({
  isUnreachable: isServerUnreachable(error),
  isPermanent: isPermanentlyRefused(error),
  isUnknown: isUnknownRecipient(error),
})

describe('an SMTP error', () => {
  test.each<[string, object, { isUnreachable: boolean; isPermanent: boolean; isUnknown: boolean }]>([
    ...['ECONNECTION', 'ECONNREFUSED', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'EAUTH', 'ETLS'].map(
      (code) =>
        ['5.1.1', { code, responseCode: 550 }, { isUnreachable: true, isPermanent: false, isUnknown: false }] as [string, object, never],
    ),
    ['busy', { responseCode: 421 }, { isUnreachable: true, isPermanent: false, isUnknown: false }],
    ['later', { responseCode: 451, code: 'EENVELOPE' }, { isUnreachable: false, isPermanent: false, isUnknown: false }],
    ['5.1.1 no such user', { responseCode: 499 }, { isUnreachable: false, isPermanent: false, isUnknown: false }],
    ['never', { responseCode: 500 }, { isUnreachable: false, isPermanent: true, isUnknown: false }],
    ['550 5.1.1 no such user', { responseCode: 550 }, { isUnreachable: false, isPermanent: true, isUnknown: true }],
    ['550-5.2.1 switched off', { responseCode: 550 }, { isUnreachable: false, isPermanent: true, isUnknown: true }],
    ['550 No such user here', { responseCode: 550 }, { isUnreachable: false, isPermanent: true, isUnknown: true }],
    ['553 sorry, that recipient does not exist', { responseCode: 553 }, { isUnreachable: false, isPermanent: true, isUnknown: true }],
    ['550 Blocked by our filter', { responseCode: 550 }, { isUnreachable: false, isPermanent: true, isUnknown: false }],
    ['550 5.7.1 spam', { responseCode: 550 }, { isUnreachable: false, isPermanent: true, isUnknown: false }],
    ['15.1.1', { responseCode: 550 }, { isUnreachable: false, isPermanent: true, isUnknown: false }],
    ['5.1.1000', { responseCode: 550 }, { isUnreachable: false, isPermanent: true, isUnknown: false }],
    ['something', {}, { isUnreachable: false, isPermanent: false, isUnknown: false }],
  ])('“%s” with %j is classified correctly', (message, properties, expected) => {
    const error = Object.assign(new Error(message), properties)
    expect(classify(error)).toEqual(expected)
  })
  test('that is not an instance of Error belongs to no class', () => {
    for (const value of [{ code: 'ECONNREFUSED', responseCode: 550 }, 'ECONNREFUSED', undefined])
      expect(classify(value)).toEqual({ isUnreachable: false, isPermanent: false, isUnknown: false })
  })
})
