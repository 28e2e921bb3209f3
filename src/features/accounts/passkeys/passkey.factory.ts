/** Passkeys for tests: made and used over HTTP by a device in software. */
import type { Endpoint } from '#platform/contract/endpoint.ts'
import type { CallResult, TestSite } from '#tests/support/test-site.ts'
import { createPasskey, usePasskey, type SoftPasskey } from '#tests/support/soft-authenticator.ts'
import type { SignedUp } from '#features/accounts/account.factory.ts'
import * as contract from './passkey.contract.ts'

/** Where the tests' calls go. */
export const TEST_RELYING_PARTY = { origin: 'http://localhost', rpId: 'localhost' }

export async function addPasskey(
  person: SignedUp,
  name = 'My phone',
  said: Partial<typeof TEST_RELYING_PARTY> & { isVerified?: boolean } = {},
) {
  const { body: options } = await person.call(contract.beginPasskeyEndpoint, { body: {} })
  const { passkey, answer } = createPasskey(options, { ...TEST_RELYING_PARTY, ...said })
  return { passkey, answer, reply: await person.call(contract.addPasskeyEndpoint, { body: { name, passkey: answer } }) }
}

export const challengeOf = async (site: TestSite): Promise<string> =>
  (await site.call(null, contract.beginPasskeySignInEndpoint)).body.challenge

export async function signInWith(
  site: TestSite,
  passkey: SoftPasskey,
  said: Partial<typeof TEST_RELYING_PARTY> & { isVerified?: boolean } = {},
) {
  const answer = usePasskey(passkey, await challengeOf(site), { ...TEST_RELYING_PARTY, ...said })
  return { answer, reply: await sendAnswer(site, answer) }
}

export const sendAnswer = (site: TestSite, passkey: unknown, endpoint: Endpoint = contract.passkeySignInEndpoint): Promise<CallResult> =>
  site.call(null, endpoint, { body: { passkey } })
