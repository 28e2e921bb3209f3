/** Classifies SMTP errors. */
import { describe, expect, test } from 'vitest'
import { isPermanentlyRefused, isUnknownRecipient, isServerUnreachable } from './sending.service.ts'

const classify = (error: unknown) => ({
  unreached: isServerUnreachable(error),
  forGood: isPermanentlyRefused(error),
  unknown: isUnknownRecipient(error),
})

describe('an SMTP error', () => {
  test.each<[string, object, { unreached: boolean; forGood: boolean; unknown: boolean }]>([
    ...['ECONNECTION', 'ECONNREFUSED', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'EAUTH', 'ETLS'].map(
      (code) => ['5.1.1', { code, responseCode: 550 }, { unreached: true, forGood: false, unknown: false }] as [string, object, never],
    ),
    ['busy', { responseCode: 421 }, { unreached: true, forGood: false, unknown: false }],
    ['later', { responseCode: 451, code: 'EENVELOPE' }, { unreached: false, forGood: false, unknown: false }],
    ['5.1.1 no such user', { responseCode: 499 }, { unreached: false, forGood: false, unknown: false }],
    ['never', { responseCode: 500 }, { unreached: false, forGood: true, unknown: false }],
    ['550 5.1.1 no such user', { responseCode: 550 }, { unreached: false, forGood: true, unknown: true }],
    ['550-5.2.1 switched off', { responseCode: 550 }, { unreached: false, forGood: true, unknown: true }],
    ['550 No such user here', { responseCode: 550 }, { unreached: false, forGood: true, unknown: true }],
    ['553 sorry, that recipient does not exist', { responseCode: 553 }, { unreached: false, forGood: true, unknown: true }],
    ['550 Blocked by our filter', { responseCode: 550 }, { unreached: false, forGood: true, unknown: false }],
    ['550 5.7.1 spam', { responseCode: 550 }, { unreached: false, forGood: true, unknown: false }],
    ['15.1.1', { responseCode: 550 }, { unreached: false, forGood: true, unknown: false }],
    ['5.1.1000', { responseCode: 550 }, { unreached: false, forGood: true, unknown: false }],
    ['something', {}, { unreached: false, forGood: false, unknown: false }],
  ])('%s with %j is classified', (message, properties, expected) => {
    const error = Object.assign(new Error(message), properties)
    expect(classify(error)).toEqual(expected)
  })
  test('must be an Error to be classified', () => {
    for (const value of [{ code: 'ECONNREFUSED', responseCode: 550 }, 'ECONNREFUSED', undefined])
      expect(classify(value)).toEqual({ unreached: false, forGood: false, unknown: false })
  })
})
