/** Calls WebAuthn in the browser. The library is loaded on first use. */
import type { CreationOptions, SignInOptions } from './passkey.contract.ts'

const loadLibrary = () => import('@simplewebauthn/browser')

/** Whether passkeys work here. WebAuthn requires a secure context (HTTPS or localhost) and a host name instead of an IP address. */
export const supportsPasskeys = (): boolean =>
  isSecureContext && typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname)

export async function createPasskey(optionsJSON: CreationOptions) {
  const { startRegistration } = await loadLibrary()
  return startRegistration({ optionsJSON })
}

export async function getPasskeyAssertion(optionsJSON: SignInOptions) {
  const { startAuthentication } = await loadLibrary()
  return startAuthentication({ optionsJSON })
}

/** Whether the user cancelled, the dialog timed out, or the device has no matching passkey. WebAuthn does not reveal which. */
export const isNotCompleted = (error: unknown): boolean => error instanceof Error && /^(NotAllowed|Abort)Error$/.test(error.name)

/** @returns a message for the user; `undefined` if the device did not cause the error */
export function describeDeviceError(error: Error): string | undefined {
  if (error.name === 'InvalidStateError') return 'This device already has a passkey for your account.'
  if (/^(NotSupported|Constraint)Error$/.test(error.name)) return 'This device cannot store passkeys, or has no screen lock.'
  return /^(Security|Unknown|Type|Data)Error$/.test(error.name) ? 'This device could not use a passkey.' : undefined
}
