/** The browser's side of a passkey. The library comes when it is first needed. */
import type { CreationOptions, SignInOptions } from './passkey.contract.ts'

const loadLibrary = () => import('@simplewebauthn/browser')

/** Browsers have passkeys on https and on localhost, and for hosts with a name. */
export const supportsPasskeys = (): boolean =>
  isSecureContext && typeof PublicKeyCredential === 'function' && !/^[\d.]+$|^\[/.test(location.hostname)

export async function createPasskey(optionsJSON: CreationOptions) {
  const { startRegistration } = await loadLibrary()
  return startRegistration({ optionsJSON })
}

export async function usePasskeyOf(optionsJSON: SignInOptions) {
  const { startAuthentication } = await loadLibrary()
  return startAuthentication({ optionsJSON })
}

/** The person has closed the browser's window, taken too long, or the device has no such passkey: it does not say which. */
export const isCancelled = (fault: unknown): boolean => fault instanceof Error && /^(NotAllowed|Abort)Error$/.test(fault.name)

/** Why a device could not do it, for a person to read; undefined when it is not about the device. */
export function formatDeviceReason(fault: Error): string | undefined {
  if (fault.name === 'InvalidStateError') return 'This device has a passkey for your account already.'
  if (/^(NotSupported|Constraint)Error$/.test(fault.name)) return 'This device cannot keep passkeys, or has no screen lock.'
  return /^(Security|Unknown|Type|Data)Error$/.test(fault.name) ? 'This device could not use a passkey here.' : undefined
}
