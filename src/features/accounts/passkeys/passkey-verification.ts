/** Wraps the WebAuthn library on the server. Its functions return `undefined` for invalid browser input instead of throwing. */
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
import { CHALLENGE_MS, isValidChallenge, makeChallenge, getRelyingParty, type ChallengePurpose } from './passkey-challenge.ts'

/** The COSE ids of EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257]

/** Derives the WebAuthn user handle, which is stable per host and account and contains no personal data. */
const createUserHandle = (host: string, userId: number): Buffer => createHash('sha256').update(`passkey:${host}:${userId}`).digest()

export function createSignInOptions(ctx: Context): SignInOptions {
  const challenge = Buffer.from(makeChallenge(ctx, 'sign-in')).toString('base64url')
  return { challenge, rpId: getRelyingParty(ctx).host, timeout: CHALLENGE_MS, userVerification: 'required' }
}

interface Owner {
  id: number
  username: string
  displayName: string | null
}

/** @param existingIds credential ids of the account on this host; a device that holds one of them refuses to create another passkey */
export async function createCreationOptions(
  ctx: Context,
  purpose: ChallengePurpose,
  owner: Owner,
  existingIds: string[],
): Promise<CreationOptions> {
  const { host } = getRelyingParty(ctx)
  const options: PublicKeyCredentialCreationOptionsJSON = await generateRegistrationOptions({
    rpName: ctx.site.settings.name,
    rpID: host,
    userName: owner.username,
    userDisplayName: owner.displayName || owner.username,
    userID: new Uint8Array(createUserHandle(host, owner.id)),
    challenge: makeChallenge(ctx, purpose),
    timeout: CHALLENGE_MS,
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: existingIds.map((id) => ({ id })),
  })
  return {
    challenge: options.challenge,
    rp: { id: host, name: options.rp.name },
    user: options.user,
    pubKeyCredParams: options.pubKeyCredParams,
    timeout: CHALLENGE_MS,
    attestation: 'none',
    excludeCredentials: existingIds.map((id) => ({ id, type: 'public-key' })),
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

/** @returns the verified credential; `undefined` if the registration is invalid */
export async function verifyNewPasskey(ctx: Context, purpose: ChallengePurpose, passkey: NewPasskey): Promise<VerifiedPasskey | undefined> {
  const { host, origin } = getRelyingParty(ctx)
  try {
    if (!isWithoutCertificates(passkey.response.attestationObject)) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...passkey, clientExtensionResults: {} },
      expectedChallenge: (challenge) => isValidChallenge(ctx, purpose, challenge),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return undefined
    const { credential, credentialBackedUp } = registrationInfo
    return {
      challenge: readChallenge(passkey.response.clientDataJSON),
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      isBackedUp: credentialBackedUp,
    }
  } catch (error) {
    return logRejection(ctx, error)
  }
}

/**
 * Whether the attestation has no certificates. The site does not verify the device's manufacturer, so it rejects certificates: the
 * library would parse them and fetch revocation lists from URLs in them (SSRF). Also rejects all formats except `none` and `packed`.
 */
function isWithoutCertificates(attestationObject: string): boolean {
  const attestation = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const format = attestation.get('fmt')
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
}

interface Credential {
  userId: number
  credentialId: string
  publicKey: string
}

/**
 * Verifies an assertion, except its counter: the caller passes that to `updatePasskeyUse`.
 * @returns challenge, counter and backup state; `undefined` if the signature, host, user handle or challenge is invalid
 */
export async function verifyPasskeyAssertion(
  ctx: Context,
  assertion: PasskeyAnswer,
  { userId, credentialId, publicKey }: Credential,
): Promise<Pick<VerifiedPasskey, 'challenge' | 'counter' | 'isBackedUp'> | undefined> {
  const { host, origin } = getRelyingParty(ctx)
  try {
    if (assertion.response.userHandle !== createUserHandle(host, userId).toString('base64url')) return undefined
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      expectedChallenge: (challenge) => isValidChallenge(ctx, 'sign-in', challenge),
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
    })
    if (!verified) return undefined
    return {
      challenge: readChallenge(assertion.response.clientDataJSON),
      counter: authenticationInfo.newCounter,
      isBackedUp: authenticationInfo.credentialBackedUp,
    }
  } catch (error) {
    return logRejection(ctx, error)
  }
}

const readChallenge = (clientDataJSON: string) => decodeClientDataJSON(clientDataJSON).challenge

/** Logs why the library threw. It throws for invalid signatures and for malformed bytes alike. */
function logRejection({ log }: Context, error: unknown): undefined {
  log.info({ reason: error instanceof Error ? error.message.slice(0, 200) : 'unknown' }, 'passkey rejected')
}
