/** Tests that administrators must use a second factor once one of them does, unless the setting `adminSecondFactor` decides otherwise. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { adminSessionEndpoint } from '#features/accounts/account.contract.ts'
import { makeSignedIn, TEST_PASSWORD, type TestAccount } from '#features/accounts/account.factory.ts'
import { askPasskeyAfterPasswordEndpoint, removePasskeyEndpoint } from '#features/accounts/passkeys/passkey.contract.ts'
import { addPasskey } from '#features/accounts/passkeys/passkey.factory.ts'
import { changeSettingsEndpoint } from '#features/sites/site-settings.contract.ts'

let site: TestSite
let [ann, ben]: TestAccount[] = []
beforeAll(async () => {
  site = await openTestSite()
  ann = await makeSignedIn(site, 'Ann', true)
  ben = await makeSignedIn(site, 'Ben', true)
})
afterAll(() => site.close())

const getAccess = async (admin: TestAccount | undefined) => {
  const response = await admin?.call(adminSessionEndpoint)
  return response?.status === 200 ? 'granted' : response?.body.code
}
const getAccessOfBoth = async () => ({ ann: await getAccess(ann), ben: await getAccess(ben) })
const changeSetting = (adminSecondFactor: boolean | null) => ann?.call(changeSettingsEndpoint, { body: { adminSecondFactor } })

test('a second factor is not required of administrators while only members, or administrators with an optional passkey, have one', async () => {
  const member = await makeSignedIn(site)
  await addPasskey(member)
  await member.call(askPasskeyAfterPasswordEndpoint, { body: { isOn: true, password: TEST_PASSWORD } })
  if (ann) await addPasskey(ann, 'Ann’s')
  expect(await getAccessOfBoth()).toEqual({ ann: 'granted', ben: 'granted' })
})

test('a second factor is required of all administrators once one of them uses one', async () => {
  await ann?.call(askPasskeyAfterPasswordEndpoint, { body: { isOn: true, password: TEST_PASSWORD } })
  expect(await getAccessOfBoth()).toEqual({ ann: 'granted', ben: 'auth.second_factor_needed' })
  if (!ben) throw new Error('Ben is missing.')
  const { response } = await addPasskey(ben, 'Ben’s')
  expect(await getAccess(ben)).toBe('auth.second_factor_needed')
  await ben.call(askPasskeyAfterPasswordEndpoint, { body: { isOn: true, password: TEST_PASSWORD } })
  expect(await getAccessOfBoth()).toEqual({ ann: 'granted', ben: 'granted' })
  await ben.call(removePasskeyEndpoint, { params: { id: response.body.id }, body: { password: TEST_PASSWORD } })
  expect(await getAccessOfBoth()).toEqual({ ann: 'granted', ben: 'auth.second_factor_needed' })
})

test('the setting adminSecondFactor overrides whether a second factor is required, until it is set to null again', async () => {
  expect((await changeSetting(false))?.body.adminSecondFactor).toBe(false)
  expect(await getAccessOfBoth()).toEqual({ ann: 'granted', ben: 'granted' })
  expect((await changeSetting(null))?.body.adminSecondFactor).toBe(null)
  expect(await getAccessOfBoth()).toEqual({ ann: 'granted', ben: 'auth.second_factor_needed' })
  await changeSetting(true)
  await site.ctx.db.updateTable('users').set({ passkey_since: null }).execute()
  expect(await getAccessOfBoth()).toEqual({ ann: 'auth.second_factor_needed', ben: 'auth.second_factor_needed' })
})
