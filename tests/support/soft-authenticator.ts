/**
 * Implements a WebAuthn authenticator in software, with P-256 keys and a minimal CBOR encoder. Tests can falsify its data to provoke
 * rejections.
 */
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const CREDENTIAL_DATA = 0x40

export interface SoftPasskey {
  id: string
  /** User handle that the authenticator stores. */
  userHandle: string
  key: KeyObject
  counter: number
}

/** Data of the browser, parts of which a test may falsify. */
interface ClientInput {
  origin: string
  rpId: string
  isVerified?: boolean
  type?: string
}

const toBase64Url = (bytes: Buffer) => bytes.toString('base64url')
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest()

function encodeCbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  if (typeof value === 'number') return value < 0 ? encodeCborHead(1, -1 - value) : encodeCborHead(0, value)
  if (typeof value === 'string') return Buffer.concat([encodeCborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([encodeCborHead(2, value.length), value])
  return Buffer.concat([encodeCborHead(5, value.size), ...[...value].flat().map((part) => encodeCbor(part as string))])
}

function encodeCborHead(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}

function createAuthenticatorData({ rpId, isVerified = true }: ClientInput, counter: number, credential = Buffer.alloc(0)): Buffer {
  const flags = USER_PRESENT | (isVerified ? USER_VERIFIED : 0) | (credential.length ? CREDENTIAL_DATA : 0)
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential])
}

const createClientData = (type: string, challenge: string, { origin, type: falsifiedType }: ClientInput) =>
  Buffer.from(JSON.stringify({ type: falsifiedType ?? type, challenge, origin, crossOrigin: false }))

interface Creation {
  challenge: string
  user: { id: string }
}

/** Returns the result of `navigator.credentials.create()`, and the passkey that the authenticator stores. */
export function createPasskey({ challenge, user }: Creation, input: ClientInput, fmt = 'none', statement = new Map<string, unknown>()) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coseKey = new Map<number | string, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
  const id = randomBytes(32)
  const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, encodeCbor(coseKey)])
  const attestation = new Map<string, unknown>([
    ['fmt', fmt],
    ['attStmt', statement],
    ['authData', createAuthenticatorData(input, 0, credential)],
  ])
  const passkey: SoftPasskey = { id: toBase64Url(id), userHandle: user.id, key: privateKey, counter: 0 }
  const answer = {
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    response: {
      clientDataJSON: toBase64Url(createClientData('webauthn.create', challenge, input)),
      attestationObject: toBase64Url(encodeCbor(attestation)),
      transports: ['internal', 'hybrid'],
    },
  }
  return { passkey, answer }
}

/** Returns the result of `navigator.credentials.get()` and increments the signature counter. */
export function usePasskey(passkey: SoftPasskey, challenge: string, input: ClientInput) {
  passkey.counter += 1
  const authenticatorBytes = createAuthenticatorData(input, passkey.counter)
  const clientBytes = createClientData('webauthn.get', challenge, input)
  return {
    id: passkey.id,
    rawId: passkey.id,
    type: 'public-key',
    response: {
      authenticatorData: toBase64Url(authenticatorBytes),
      clientDataJSON: toBase64Url(clientBytes),
      signature: toBase64Url(sign('sha256', Buffer.concat([authenticatorBytes, sha256(clientBytes)]), passkey.key)),
      userHandle: passkey.userHandle,
    },
  }
}
