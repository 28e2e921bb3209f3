/** This file spies on a package, so it runs in a separate process. */
import * as argon2 from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { openTestSite } from '#tests/support/test-site.ts'
import { signInEndpoint } from '#features/accounts/account.contract.ts'
import { makeSignedIn, signUp } from '#features/accounts/account.factory.ts'
import { hashPassword, verifyPassword } from './password.service.ts'

// With `spy`, the real implementation runs.
vi.mock('@node-rs/argon2', { spy: true })

test('sign-ins of unknown accounts verify a dummy hash of the same strength, so that timing does not reveal them', async () => {
  const site = await openTestSite()
  const verifySpy = vi.mocked(argon2.verify)
  await site.call(null, signInEndpoint, { body: { username: 'Nobody-at-all', password: 'a-fine-long-password' } })
  expect(verifySpy).toHaveBeenCalledTimes(1)
  const getParameters = (hash: unknown) => String(hash).split('$').slice(0, 4).join('$')
  expect(getParameters(verifySpy.mock.calls[0]?.[0])).toBe('$argon2id$v=19$m=19456,t=2,p=1')
  expect(getParameters(await hashPassword('x'))).toBe('$argon2id$v=19$m=19456,t=2,p=1')
  const countVerifications = async (username: string) => {
    verifySpy.mockClear()
    await site.call(null, signInEndpoint, { body: { username, password: 'a-fine-long-password' } })
    return verifySpy.mock.calls.length
  }
  await makeSignedIn(site, 'Holder')
  await signUp(site, 'Holder-too', { email: 'holder@example.org' })
  await signUp(site, 'Hopeful')
  for (const name of ['holder', 'hopeful', 'nobody']) expect(await countVerifications(`${name}@example.org`), name).toBe(2)
  expect(await verifyPassword('not a hash', 'x')).toBe(false)
  await site.close()
})
