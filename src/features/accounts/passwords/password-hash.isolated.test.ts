/** Looks at a package while it works: such a file needs a process of its own. */
import * as argon2 from '@node-rs/argon2'
import { expect, test, vi } from 'vitest'
import { openTestSite } from '#tests/support/test-site.ts'
import { signInEndpoint } from '#features/accounts/account.contract.ts'
import { makeSignedIn, signUp } from '#features/accounts/account.factory.ts'
import { hashPassword, verifyPassword } from './password.service.ts'

// Only looked at: it works as ever.
vi.mock('@node-rs/argon2', { spy: true })

test('where there is no password, a hash of the same strength is verified all the same, so that it takes as long', async () => {
  const site = await openTestSite()
  const verified = vi.mocked(argon2.verify)
  await site.call(null, signInEndpoint, { body: { username: 'Nobody-at-all', password: 'a-fine-long-password' } })
  expect(verified).toHaveBeenCalledTimes(1)
  const strength = (hash: unknown) => String(hash).split('$').slice(0, 4).join('$')
  expect(strength(verified.mock.calls[0]?.[0])).toBe('$argon2id$v=19$m=19456,t=2,p=1')
  expect(strength(await hashPassword('x'))).toBe('$argon2id$v=19$m=19456,t=2,p=1')
  const hashesFor = async (username: string) => {
    verified.mockClear()
    await site.call(null, signInEndpoint, { body: { username, password: 'a-fine-long-password' } })
    return verified.mock.calls.length
  }
  await makeSignedIn(site, 'Holder')
  await signUp(site, 'Holder-too', { email: 'holder@example.org' })
  await signUp(site, 'Hopeful')
  for (const name of ['holder', 'hopeful', 'nobody']) expect([name, await hashesFor(`${name}@example.org`)]).toEqual([name, 2])
  expect(await verifyPassword('not a hash', 'x')).toBe(false)
  await site.close()
})
