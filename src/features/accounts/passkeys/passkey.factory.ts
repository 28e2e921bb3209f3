/** Creates test passkeys with a software authenticator, and signs in with them over HTTP. */
import type { Endpoint } from '#platform/contract/endpoint.ts'
import type { CallResult, TestSite } from '#tests/support/test-site.ts'
import { createPasskey, usePasskey, type SoftPasskey } from '#tests/support/soft-authenticator.ts'
import type { TestAccount } from '#features/accounts/account.factory.ts'
import * as contract from './passkey.contract.ts'

/** The relying party that the requests of tests have. */
export const TEST_RELYING_PARTY = { origin: 'http://localhost', rpId: 'localhost' }

export async function addPasskey(
  account: TestAccount,
  name = 'My phone',
  overrides: Partial<typeof TEST_RELYING_PARTY> & { isVerified?: boolean } = {},
) {
  const { body: options } = await account.call(contract.beginPasskeyEndpoint, { body: {} })
  const { passkey, answer: credential } = createPasskey(options, { ...TEST_RELYING_PARTY, ...overrides })
  return { passkey, credential, response: await account.call(contract.addPasskeyEndpoint, { body: { name, passkey: credential } }) }
}

export const requestChallenge = async (site: TestSite): Promise<string> =>
  (await site.call(null, contract.beginPasskeySignInEndpoint)).body.challenge

export async function signInWith(
  site: TestSite,
  passkey: SoftPasskey,
  overrides: Partial<typeof TEST_RELYING_PARTY> & { isVerified?: boolean } = {},
) {
  const credential = usePasskey(passkey, await requestChallenge(site), { ...TEST_RELYING_PARTY, ...overrides })
  return { credential, response: await sendAssertion(site, credential) }
}

export const sendAssertion = (site: TestSite, passkey: unknown, endpoint: Endpoint = contract.passkeySignInEndpoint): Promise<CallResult> =>
  site.call(null, endpoint, { body: { passkey } })
