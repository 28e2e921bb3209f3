/** Administrators must use a second factor once one of them does, unless the setting `adminSecondFactor` decides otherwise. */
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

const accessOf = async (admin: TestAccount | undefined) => {
  const response = await admin?.call(adminSessionEndpoint)
  return response?.status === 200 ? 'granted' : response?.body.code
}
const accessOfBoth = async () => ({ ann: await accessOf(ann), ben: await accessOf(ben) })
const changeSetting = (adminSecondFactor: boolean | null) => ann?.call(changeSettingsEndpoint, { body: { adminSecondFactor } })

test('is not required while only members, or administrators with an optional passkey, have one', async () => {
  const member = await makeSignedIn(site)
  await addPasskey(member)
  await member.call(askPasskeyAfterPasswordEndpoint, { body: { isOn: true, password: TEST_PASSWORD } })
  if (ann) await addPasskey(ann, 'Ann’s')
  expect(await accessOfBoth()).toEqual({ ann: 'granted', ben: 'granted' })
})

test('is required of all administrators once one of them uses one', async () => {
  await ann?.call(askPasskeyAfterPasswordEndpoint, { body: { isOn: true, password: TEST_PASSWORD } })
  expect(await accessOfBoth()).toEqual({ ann: 'granted', ben: 'auth.second_factor_needed' })
  if (!ben) throw new Error('Ben is missing.')
  const { response } = await addPasskey(ben, 'Ben’s')
  expect(await accessOf(ben)).toBe('auth.second_factor_needed')
  await ben.call(askPasskeyAfterPasswordEndpoint, { body: { isOn: true, password: TEST_PASSWORD } })
  expect(await accessOfBoth()).toEqual({ ann: 'granted', ben: 'granted' })
  await ben.call(removePasskeyEndpoint, { params: { id: response.body.id }, body: { password: TEST_PASSWORD } })
  expect(await accessOfBoth()).toEqual({ ann: 'granted', ben: 'auth.second_factor_needed' })
})

test('follows the setting, which can be reset to automatic', async () => {
  expect((await changeSetting(false))?.body.adminSecondFactor).toBe(false)
  expect(await accessOfBoth()).toEqual({ ann: 'granted', ben: 'granted' })
  expect((await changeSetting(null))?.body.adminSecondFactor).toBe(null)
  expect(await accessOfBoth()).toEqual({ ann: 'granted', ben: 'auth.second_factor_needed' })
  await changeSetting(true)
  await site.ctx.db.updateTable('users').set({ passkey_since: null }).execute()
  expect(await accessOfBoth()).toEqual({ ann: 'auth.second_factor_needed', ben: 'auth.second_factor_needed' })
})
