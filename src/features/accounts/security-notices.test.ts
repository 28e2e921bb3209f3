/** Tests that every security mail comes with a notice on the site, which is visible even if the mail is not delivered. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAdminUser } from '#features/users/user.service.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { makeSignedIn, signIn, type TestAccount } from './account.factory.ts'
import { findSecretsById } from './account.queries.ts'
import { accountsFeature } from './feature.ts'
import { notifyPasskeyCopied, notifyPasskeyAdded, notifyPasskeyRemoved } from './passkeys/passkey-notifications.ts'
import { changePasswordEndpoint } from './account.contract.ts'
import { correctProfile } from './profile/profile-correction.service.ts'
import { recordWrongCodes } from './sign-in/guessing.service.ts'

let site: TestSite
beforeAll(async () => void (site = await openTestSite()))
afterAll(() => site.close())

const findSecrets = async ({ id }: TestAccount) => {
  const account = await findSecretsById(site.ctx, id)
  if (!account) throw new Error('There is no such account.')
  return account
}
const changeProfile = async (owner: TestAccount, change: object) => correctProfile(site.ctx, await getAdminUser(site.ctx, owner.id), change)

/** The functions that trigger security mails (`isSecurity`), by the name of the mail. */
const MAIL_TRIGGERS: Record<string, (owner: TestAccount) => Promise<unknown>> = {
  'accounts.email-corrected': (owner) => changeProfile(owner, { email: `moved-${owner.id}@example.org` }),
  'accounts.renamed': (owner) => changeProfile(owner, { username: `renamed_${owner.id}` }),
  'accounts.passkey-added': async (owner) => notifyPasskeyAdded(site.ctx, await findSecrets(owner), 'Phone'),
  'accounts.passkey-removed': async (owner) => notifyPasskeyRemoved(site.ctx, await findSecrets(owner), 'Phone'),
  'accounts.passkey-copied': async (owner) => notifyPasskeyCopied(site.ctx, await findSecrets(owner)),
  'accounts.password-guessed': async ({ username }) => {
    for (let n = 0; n < 25; n++) await signIn(site, username, 'a wrong password', {}, { 'x-forwarded-for': `198.51.100.${n}` })
  },
  'accounts.codes-guessed': async (owner) => recordWrongCodes(site.ctx, await findSecrets(owner)),
  'accounts.password-changed': (owner) =>
    owner.call(changePasswordEndpoint, { body: { currentPassword: 'three cold radiators', newPassword: 'a warmer attic at last' } }),
}
/** The security mails whose notices are tested in security-traces.test.ts and new-browser.test.ts. */
const TESTED_ELSEWHERE = ['accounts.email-moved', 'accounts.second-factor-off', 'accounts.codes-switched', 'accounts.new-browser']
/** The security mails without a notice: links that the member, or an administrator for the member, has requested. */
const REQUESTED_MAILS = ['accounts.password-link', 'accounts.password-link-sent']

test('the lists above contain every security mail', () => {
  const names = (accountsFeature(() => []).mails ?? []).filter(({ isSecurity }) => isSecurity).map(({ name }) => name)
  expect(names.toSorted()).toEqual([...Object.keys(MAIL_TRIGGERS), ...TESTED_ELSEWHERE, ...REQUESTED_MAILS].toSorted())
})

describe('a security notice is sent with the mail', () => {
  test.each(Object.keys(MAIL_TRIGGERS))('%s', async (name) => {
    const owner = await makeSignedIn(site)
    await MAIL_TRIGGERS[name]?.(owner)
    const notices = await site.ctx.db.selectFrom('notices').select(['kind', 'title', 'path']).where('user_id', '=', owner.id).execute()
    expect(notices).toHaveLength(1)
    expect(notices[0]).toMatchObject({ kind: 'security', path: expect.stringMatching(/^\/account/) })
    expect(await site.ctx.db.selectFrom('mails').select('id').where('purpose', '=', 'security').execute()).not.toEqual([])
  })
})
