/** Sample calls for sign-up, sign-in, profiles and the administration of accounts. */
import sharp from 'sharp'
import * as account from '#features/accounts/account.contract.ts'
import { issueToken } from '#features/accounts/passwords/token.service.ts'
import { retryEmailEndpoint } from '#features/accounts/profile/email/mail-problem.contract.ts'
import { describeEmailLinkEndpoint, uploadAvatarEndpoint } from '#features/accounts/profile/profile.contract.ts'
import * as users from '#features/users/user-admin.contract.ts'
import { writeCall, type WriteCall } from '../write-call.ts'
import { PASSWORD, type World } from '../world.ts'
import { addPasskey, codeOf, enableOneTimeCodes } from './account-security.calls.ts'

const NEW_PASSWORD = 'four warm radiators'
const HOUR_MS = 3_600_000

const uniqueName = () => `person_${crypto.randomUUID().slice(0, 8)}`
const uniqueEmail = () => `${uniqueName()}@example.org`

/** Creates a token like those in mails. */
const createToken = ({ db }: World, purpose: 'password' | 'email', userId: number, email: string) =>
  issueToken({ db }, { purpose, userId, email }, HOUR_MS)

/** Sets an unconfirmed email address. @param isOnly whether the confirmed one is removed */
async function setUnconfirmedEmail({ db }: World, userId: number, { isOnly = false } = {}): Promise<string> {
  const email = uniqueEmail()
  const rest = isOnly ? { email: null, email_proved_at: null } : {}
  await db
    .updateTable('users')
    .set({ unconfirmed_email: email, ...rest })
    .where('id', '=', userId)
    .execute()
  return email
}

async function createEmailToken(world: World, userId: number, { isOnly = false } = {}): Promise<string> {
  return createToken(world, 'email', userId, await setUnconfirmedEmail(world, userId, { isOnly }))
}

async function suppress({ db }: World, address: string): Promise<void> {
  // A retry is allowed a day after the bounce.
  const at = '2026-01-01T00:00:00.000Z'
  await db
    .insertInto('suppressions')
    .values({ address, reason: 'bounce', detail: 'mailbox full', last_event_at: at, suppressed_at: at })
    .execute()
}

const signUpCalls: WriteCall[] = [
  writeCall(account.signUpEndpoint, 'visitor', () => ({
    body: { username: uniqueName(), email: uniqueEmail(), password: PASSWORD, displayName: 'A new member' },
  })),
  writeCall(
    account.signUpEndpoint,
    'visitor',
    async (world) => {
      const { email } = await world.createActor('member')
      return { body: { username: uniqueName(), email, password: PASSWORD } }
    },
    'with the email address of an account',
  ),
  writeCall(account.signInEndpoint, 'visitor', async (world) => {
    const { username } = await world.createActor('member')
    return { body: { username, password: PASSWORD } }
  }),
  writeCall(
    account.signInEndpoint,
    'visitor',
    async (world) => {
      const { email } = await world.createActor('member')
      return { body: { username: email, password: PASSWORD } }
    },
    'by email address',
  ),
  writeCall(
    account.signInEndpoint,
    'visitor',
    async (world) => {
      const { username, cookie } = await world.createActor('member')
      const { secret } = await enableOneTimeCodes(world, cookie)
      return { body: { username, password: PASSWORD, code: codeOf(secret, 1) } }
    },
    'with a one-time code',
  ),
  writeCall(
    account.signInEndpoint,
    'visitor',
    async (world) => {
      const { username, cookie } = await world.createActor('member')
      const { recoveryCodes } = await enableOneTimeCodes(world, cookie)
      return { body: { username, password: PASSWORD, code: recoveryCodes[0] } }
    },
    'with a recovery code',
  ),
  writeCall(account.adminLoginEndpoint, 'visitor', async (world) => {
    const { username } = await world.createActor('admin')
    return { body: { username, password: PASSWORD } }
  }),
  writeCall(account.signOutEndpoint, 'member', () => ({})),
]

const linkCalls: WriteCall[] = [
  writeCall(account.forgotPasswordEndpoint, 'visitor', async (world) => {
    const { email } = await world.createActor('member')
    return { body: { email } }
  }),
  writeCall(
    account.forgotPasswordEndpoint,
    'visitor',
    () => ({ body: { email: uniqueEmail() } }),
    'for an email address without an account',
  ),
  writeCall(account.resetPasswordEndpoint, 'visitor', async (world) => {
    const { id, email } = await world.createActor('member')
    return { body: { token: await createToken(world, 'password', id, email), password: NEW_PASSWORD } }
  }),
  writeCall(
    account.resetPasswordEndpoint,
    'visitor',
    async (world) => {
      const member = await world.createActor('member')
      await addPasskey(world, member)
      const token = await createToken(world, 'password', member.id, member.email)
      return { body: { token, password: NEW_PASSWORD, removePasskeys: true } }
    },
    'that removes the passkeys',
  ),
  writeCall(
    account.resetPasswordEndpoint,
    'visitor',
    async (world) => {
      const member = await world.createActor('member')
      await addPasskey(world, member)
      const email = await setUnconfirmedEmail(world, member.id, { isOnly: true })
      return { body: { token: await createToken(world, 'password', member.id, email), password: NEW_PASSWORD } }
    },
    'that confirms the email address for the first time',
  ),
  writeCall(describeEmailLinkEndpoint, 'visitor', async (world) => {
    const { id } = await world.createActor('member')
    return { body: { token: await createEmailToken(world, id) } }
  }),
  writeCall(account.confirmEmailEndpoint, 'member', async (world, { id }) => ({ body: { token: await createEmailToken(world, id) } })),
  writeCall(
    account.confirmEmailEndpoint,
    'visitor',
    async (world) => {
      const { id } = await world.createActor('member')
      return { body: { token: await createEmailToken(world, id), password: PASSWORD } }
    },
    'with the password',
  ),
  writeCall(
    account.confirmEmailEndpoint,
    'visitor',
    async (world) => {
      const { id } = await world.createActor('member')
      return { body: { token: await createEmailToken(world, id, { isOnly: true }), newPassword: NEW_PASSWORD } }
    },
    'with a new password',
  ),
]

const profileCalls: WriteCall[] = [
  writeCall(account.resendConfirmationEndpoint, 'member', async (world, { id }) => {
    await setUnconfirmedEmail(world, id)
    return {}
  }),
  writeCall(retryEmailEndpoint, 'member', async (world, { email }) => {
    await suppress(world, email)
    return {}
  }),
  writeCall(
    retryEmailEndpoint,
    'member',
    async (world, { id }) => {
      await suppress(world, await setUnconfirmedEmail(world, id))
      return {}
    },
    'for an unconfirmed email address',
  ),
  writeCall(account.changeAccountEndpoint, 'member', (world) => ({ body: { displayName: world.unique('Person') } })),
  writeCall(
    account.changeAccountEndpoint,
    'member',
    () => ({ body: { email: uniqueEmail(), password: PASSWORD } }),
    'that changes the email',
  ),
  writeCall(uploadAvatarEndpoint, 'member', async () => ({ body: await createPicture() })),
  writeCall(account.deleteAccountEndpoint, 'member', () => ({ body: { password: PASSWORD } })),
]

/** Creates a unique picture. */
function createPicture(): Promise<Buffer> {
  const [r = 0, g = 0, b = 0] = crypto.getRandomValues(new Uint8Array(3))
  return sharp({ create: { width: 16, height: 12, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer()
}

const userCalls: WriteCall[] = [
  writeCall(users.createUserEndpoint, 'admin', () => ({
    body: { username: uniqueName(), email: uniqueEmail(), password: PASSWORD, displayName: 'Made for you' },
  })),
  writeCall(users.changeUserEndpoint, 'admin', async (world) => ({
    params: { id: (await world.createActor('member')).id },
    body: { username: uniqueName(), displayName: world.unique('Person'), email: uniqueEmail() },
  })),
  writeCall(
    users.changeUserEndpoint,
    'admin',
    async (world) => ({ params: { id: (await world.createActor('member')).id }, body: { isAdmin: true } }),
    'that makes an administrator',
  ),
  writeCall(
    users.changeUserEndpoint,
    'admin',
    async (world) => ({ params: { id: (await world.createActor('admin')).id }, body: { isAdmin: false } }),
    'that revokes the administrator role',
  ),
  writeCall(
    users.changeUserEndpoint,
    'admin',
    async (world) => ({ params: { id: (await world.createActor('member')).id }, body: { isRestricted: true } }),
    'that restricts the account',
  ),
  writeCall(users.deleteUserEndpoint, 'admin', async (world) => ({ params: { id: (await world.createActor('member')).id } })),
  writeCall(users.sendPasswordLinkEndpoint, 'admin', async (world) => ({ params: { id: (await world.createActor('member')).id } })),
  writeCall(users.removeSecondFactorEndpoint, 'admin', async (world) => {
    const { id, cookie } = await world.createActor('member')
    await enableOneTimeCodes(world, cookie)
    return { params: { id } }
  }),
]

export const accountCalls: WriteCall[] = [...signUpCalls, ...linkCalls, ...profileCalls, ...userCalls]
