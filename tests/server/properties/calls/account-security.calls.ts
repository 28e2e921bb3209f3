/** Sample calls for passwords, sessions, one-time codes and passkeys. */
import { Secret, TOTP } from 'otpauth'
import * as account from '#features/accounts/account.contract.ts'
import * as passkeys from '#features/accounts/passkeys/passkey.contract.ts'
import { createPasskey, usePasskey, type SoftPasskey } from '#tests/support/soft-authenticator.ts'
import { MAIN_HOST } from '#tests/support/test-installation.ts'
import { writeCall, type WriteCall } from '../write-call.ts'
import { PASSWORD, type Actor, type Role, type World } from '../world.ts'

type Signed = Pick<Actor, 'cookie'>

const RELYING_PARTY = { origin: `http://${MAIN_HOST}`, rpId: new URL(`http://${MAIN_HOST}`).hostname }
const STEP_MS = 30_000

/**
 * Returns a one-time code.
 * @param steps number of time steps from now; the server accepts the codes of the previous, current and next step, each once
 */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS })

async function startOneTimeCodes(world: World, cookie: string): Promise<string> {
  const { secret } = await world.mustSend('POST', '/api/me/second-factor', { cookie, body: { password: PASSWORD } })
  return secret as string
}

/** Enables one-time codes, which consumes the code of the current time step. */
export async function enableOneTimeCodes(world: World, cookie: string): Promise<{ secret: string; recoveryCodes: string[] }> {
  const secret = await startOneTimeCodes(world, cookie)
  const { recoveryCodes } = await world.mustSend('POST', '/api/me/second-factor/confirm', { cookie, body: { code: codeOf(secret) } })
  return { secret, recoveryCodes: recoveryCodes as string[] }
}

/** Creates a passkey. @returns the passkey, and the body of the call that adds it */
async function makePasskey(world: World, { cookie }: Signed) {
  const options = await world.mustSend('POST', '/api/me/passkeys/challenge', { cookie, body: { password: PASSWORD } })
  const { passkey, answer } = createPasskey(options, RELYING_PARTY)
  return { passkey, body: { name: world.unique('Telephone'), passkey: { ...answer, type: 'public-key' as const } } }
}

/** Adds a passkey to an account. */
export async function addPasskey(world: World, actor: Signed): Promise<{ id: number; passkey: SoftPasskey }> {
  const { passkey, body } = await makePasskey(world, actor)
  const { id } = await world.mustSend('POST', '/api/me/passkeys', { cookie: actor.cookie, body })
  return { id: id as number, passkey }
}

async function usePasskeyOf(world: World, role: Role) {
  const { passkey } = await addPasskey(world, await world.createActor(role))
  const { challenge } = await world.mustSend('POST', '/api/sign-in/passkey/challenge')
  return { body: { passkey: { ...usePasskey(passkey, challenge as string, RELYING_PARTY), type: 'public-key' as const } } }
}

/** Opens a second session of an account. @returns its id */
async function addSession(world: World, { username, id }: Actor): Promise<number> {
  await world.mustSend('POST', '/api/sign-in', { body: { username, password: PASSWORD } })
  const row = await world.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.id
}

const sessionCalls: WriteCall[] = [
  writeCall(account.changePasswordEndpoint, 'member', () => ({
    body: { currentPassword: PASSWORD, newPassword: 'four warm radiators' },
  })),
  writeCall(
    account.changePasswordEndpoint,
    'member',
    async (world, actor) => {
      await addPasskey(world, actor)
      return { body: { currentPassword: PASSWORD, newPassword: 'four warm radiators', removePasskeys: true } }
    },
    'that removes the passkeys',
  ),
  writeCall(account.endSessionEndpoint, 'member', async (world, actor) => ({ params: { id: await addSession(world, actor) } })),
  writeCall(account.signOutEverywhereEndpoint, 'member', async (world, actor) => {
    await addSession(world, actor)
    return {}
  }),
]

const oneTimeCodeCalls: WriteCall[] = [
  writeCall(account.startSecondFactorEndpoint, 'member', () => ({ body: { password: PASSWORD } })),
  writeCall(account.confirmSecondFactorEndpoint, 'member', async (world, { cookie }) => ({
    body: { code: codeOf(await startOneTimeCodes(world, cookie)) },
  })),
  writeCall(account.stopSecondFactorEndpoint, 'member', async (world, { cookie }) => {
    await enableOneTimeCodes(world, cookie)
    return { body: { password: PASSWORD } }
  }),
]

const passkeyCalls: WriteCall[] = [
  writeCall(passkeys.beginPasskeySignInEndpoint, 'visitor', () => ({})),
  writeCall(passkeys.passkeySignInEndpoint, 'visitor', (world) => usePasskeyOf(world, 'member')),
  writeCall(passkeys.passkeyAdminLoginEndpoint, 'visitor', (world) => usePasskeyOf(world, 'admin')),
  writeCall(passkeys.beginPasskeyEndpoint, 'member', () => ({ body: { password: PASSWORD } })),
  writeCall(passkeys.addPasskeyEndpoint, 'member', async (world, actor) => ({ body: (await makePasskey(world, actor)).body })),
  writeCall(passkeys.renamePasskeyEndpoint, 'member', async (world, actor) => ({
    params: { id: (await addPasskey(world, actor)).id },
    body: { name: world.unique('Laptop') },
  })),
  writeCall(
    passkeys.removePasskeyEndpoint,
    'member',
    async (world, actor) => {
      const { id } = await addPasskey(world, actor)
      await addPasskey(world, actor)
      return { params: { id }, body: { password: PASSWORD } }
    },
    'one of two',
  ),
  writeCall(
    passkeys.removePasskeyEndpoint,
    'member',
    async (world, actor) => {
      const { id } = await addPasskey(world, actor)
      await askAfterPassword(world, actor)
      return { params: { id }, body: { password: PASSWORD } }
    },
    'the last one, which is required after the password',
  ),
  writeCall(passkeys.askPasskeyAfterPasswordEndpoint, 'member', async (world, actor) => {
    await addPasskey(world, actor)
    return { body: { isOn: true, password: PASSWORD } }
  }),
  writeCall(
    passkeys.askPasskeyAfterPasswordEndpoint,
    'member',
    async (world, actor) => {
      await addPasskey(world, actor)
      await askAfterPassword(world, actor)
      return { body: { isOn: false, password: PASSWORD } }
    },
    'that stops it',
  ),
]

const askAfterPassword = (world: World, { cookie }: Signed) =>
  world.mustSend('POST', '/api/me/passkeys/after-password', { cookie, body: { isOn: true, password: PASSWORD } })

export const accountSecurityCalls: WriteCall[] = [...sessionCalls, ...oneTimeCodeCalls, ...passkeyCalls]
