/** A second factor of administrators: demanded once one of them has one, unless an administrator has decided. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { adminSessionEndpoint } from '#features/accounts/account.contract.ts'
import { makeSignedIn, TEST_PASSWORD, type SignedUp } from '#features/accounts/account.factory.ts'
import { askPasskeyAfterPasswordEndpoint, removePasskeyEndpoint } from '#features/accounts/passkeys/passkey.contract.ts'
import { addPasskey } from '#features/accounts/passkeys/passkey.factory.ts'
import { changeSettingsEndpoint } from '#features/sites/site-settings.contract.ts'

let site: TestSite
let [ann, ben]: SignedUp[] = []
beforeAll(async () => {
  site = await openTestSite()
  ann = await makeSignedIn(site, 'Ann', true)
  ben = await makeSignedIn(site, 'Ben', true)
})
afterAll(() => site.close())

const entryOf = async (person: SignedUp | undefined) => {
  const answer = await person?.call(adminSessionEndpoint)
  return answer?.status === 200 ? 'in' : answer?.body.code
}
const both = async () => [await entryOf(ann), await entryOf(ben)]
const decide = (adminSecondFactor: boolean | null) => ann?.call(changeSettingsEndpoint, { body: { adminSecondFactor } })

test('nobody has one: nobody is asked. A member’s, and a passkey that the password does not need, count for nothing', async () => {
  const member = await makeSignedIn(site)
  await addPasskey(member)
  await member.call(askPasskeyAfterPasswordEndpoint, { body: { isOn: true, password: TEST_PASSWORD } })
  if (ann) await addPasskey(ann, 'Ann’s')
  expect(await both()).toEqual(['in', 'in'])
})

test('one has one: the others are sent to set one up, until they have', async () => {
  await ann?.call(askPasskeyAfterPasswordEndpoint, { body: { isOn: true, password: TEST_PASSWORD } })
  expect(await both()).toEqual(['in', 'auth.second_factor_needed'])
  if (!ben) throw new Error('Ben is there.')
  const { reply } = await addPasskey(ben, 'Ben’s')
  expect(await entryOf(ben)).toBe('auth.second_factor_needed')
  await ben.call(askPasskeyAfterPasswordEndpoint, { body: { isOn: true, password: TEST_PASSWORD } })
  expect(await both()).toEqual(['in', 'in'])
  await ben.call(removePasskeyEndpoint, { params: { id: reply.body.id }, body: { password: TEST_PASSWORD } })
  expect(await both()).toEqual(['in', 'auth.second_factor_needed'])
})

test('what an administrator has decided wins, and can be left open again', async () => {
  expect((await decide(false))?.body.adminSecondFactor).toBe(false)
  expect(await both()).toEqual(['in', 'in'])
  expect((await decide(null))?.body.adminSecondFactor).toBe(null)
  expect(await both()).toEqual(['in', 'auth.second_factor_needed'])
  await decide(true)
  await site.ctx.db.updateTable('users').set({ passkey_since: null }).execute()
  expect(await both()).toEqual(['auth.second_factor_needed', 'auth.second_factor_needed'])
})
