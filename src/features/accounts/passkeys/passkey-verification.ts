/** The one place that knows the WebAuthn library. What comes from a browser is checked here, or refused; nothing is thrown. */
import { createHash } from 'node:crypto'
import {
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type PublicKeyCredentialCreationOptionsJSON,
} from '@simplewebauthn/server'
import { decodeAttestationObject, decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { Context } from '#platform/contract/context.ts'
import type { CreationOptions, NewPasskey, PasskeyAnswer, SignInOptions } from './passkey.contract.ts'
import { CHALLENGE_MS, isOpenChallenge, makeChallenge, relyingParty, type ChallengePurpose } from './passkey-challenge.ts'

/** EdDSA, ES256 and RS256: what authenticators have. */
const ALGORITHMS = [-8, -7, -257]

/** The account as the device knows it: says nothing by itself, and is the same each time. */
const userHandle = (host: string, userId: number): Buffer => createHash('sha256').update(`passkey:${host}:${userId}`).digest()

export function signInOptions(ctx: Context): SignInOptions {
  const challenge = Buffer.from(makeChallenge(ctx, 'sign-in')).toString('base64url')
  return { challenge, rpId: relyingParty(ctx).host, timeout: CHALLENGE_MS, userVerification: 'required' }
}

interface Owner {
  id: number
  username: string
  displayName: string | null
}

/** @param held its passkeys for this host: a device that has one makes no second */
export async function creationOptions(ctx: Context, purpose: ChallengePurpose, owner: Owner, held: string[]): Promise<CreationOptions> {
  const { host } = relyingParty(ctx)
  const options: PublicKeyCredentialCreationOptionsJSON = await generateRegistrationOptions({
    rpName: ctx.site.settings.name,
    rpID: host,
    userName: owner.username,
    userDisplayName: owner.displayName || owner.username,
    userID: new Uint8Array(userHandle(host, owner.id)),
    challenge: makeChallenge(ctx, purpose),
    timeout: CHALLENGE_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: held.map((id) => ({ id })),
  })
  return {
    challenge: options.challenge,
    rp: { id: host, name: options.rp.name },
    user: options.user,
    pubKeyCredParams: options.pubKeyCredParams,
    timeout: CHALLENGE_MS,
    attestation: 'none',
    excludeCredentials: held.map((id) => ({ id, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

export interface VerifiedPasskey {
  challenge: string
  credentialId: string
  publicKey: string
  counter: number
  isBackedUp: boolean
}

/** @returns undefined when it is not what was asked for */
export async function verifyNewPasskey(ctx: Context, purpose: ChallengePurpose, passkey: NewPasskey): Promise<VerifiedPasskey | undefined> {
  const { host, origin } = relyingParty(ctx)
  try {
    if (!isWithoutCertificates(passkey.response.attestationObject)) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {} },
      expectedChallenge: (challenge) => isOpenChallenge(ctx, purpose, challenge),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return undefined
    const { credential, credentialBackedUp } = registrationInfo
    return {
      challenge: challengeOf(passkey.response.clientDataJSON),
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      isBackedUp: credentialBackedUp,
    }
  } catch (fault) {
    return refused(ctx, fault)
  }
}

/**
 * Who made the device is not asked. A statement with certificates would have the library read them, and fetch lists of revoked ones
 * from addresses that stand in them.
 */
function isWithoutCertificates(attestationObject: string): boolean {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
}

interface Known {
  userId: number
  credentialId: string
  publicKey: string
}

/**
 * That the counter went up is looked at where it is stored (`updatePasskeyUse`), once it is certain that the passkey says so.
 * @returns undefined when it was not this passkey, not for this host, or too late
 */
export async function verifyPasskeyAnswer(
  ctx: Context,
  answer: PasskeyAnswer,
  { userId, credentialId, publicKey }: Known,
): Promise<Pick<VerifiedPasskey, 'challenge' | 'counter' | 'isBackedUp'> | undefined> {
  const { host, origin } = relyingParty(ctx)
  try {
    if (answer.response.userHandle !== userHandle(host, userId).toString('base64url')) return undefined
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: (challenge) => isOpenChallenge(ctx, 'sign-in', challenge),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
    })
    if (!verified) return undefined
    return {
      challenge: challengeOf(answer.response.clientDataJSON),
      counter: authenticationInfo.newCounter,
      isBackedUp: authenticationInfo.credentialBackedUp,
    }
  } catch (fault) {
    return refused(ctx, fault)
  }
}

const challengeOf = (clientDataJSON: string) => decodeClientDataJSON(clientDataJSON).challenge

/** The library throws for whatever is not as it should be, and for bytes that are nonsense. */
function refused({ log }: Context, fault: unknown): undefined {
  log.info({ reason: fault instanceof Error ? fault.message.slice(0, 200) : 'unknown' }, 'a passkey was refused')
}
