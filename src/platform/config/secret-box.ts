/**
 * Encrypts secrets that the server must read again but a leaked database must not reveal: AES-256-GCM with a key that is stored outside of
 * the database, in `SECRET_KEY` or in a file in the data folder that is created at the first start.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFolder } from '#db/files/create-folder.ts'

const FILE = 'secret.key'
const KEY_BYTES = 32
const FINGERPRINT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
const CIPHER = 'aes-256-gcm'
/** Distinguishes sealed values from plain ones, which older versions stored. */
const PREFIX = 'sealed:1:'

let key: Buffer | undefined
let hashKey: Buffer | undefined
let fingerprint: string | undefined

/**
 * Loads or creates the key. Called once, at startup, before any other function here.
 * @returns path of the created key file; undefined if there was one, or if `secretKey` is set
 * @throws Error if the key file is damaged, or cannot be read or written
 */
export function loadSecretKey({ secretKey, dataDir }: { secretKey: string | undefined; dataDir: string }): string | undefined {
  const { secret, createdFile } = secretKey === undefined ? readKeyFile(dataDir) : { secret: secretKey }
  key = Buffer.from(hkdfSync('sha256', secret, '', 'what is sealed in the database', KEY_BYTES))
  hashKey = Buffer.from(hkdfSync('sha256', secret, '', 'what is stored as a keyed hash', KEY_BYTES))
  fingerprint = Buffer.from(hkdfSync('sha256', secret, '', 'what the key is known by', FINGERPRINT_BYTES)).toString('hex')
  return createdFile
}

/**
 * Returns a value that identifies the key without revealing it, 32 hexadecimal characters.
 * @throws Error if no key is loaded
 */
export function secretKeyFingerprint(): string {
  if (fingerprint === undefined) throw new Error('No secret key has been loaded.')
  return fingerprint
}

/**
 * Computes HMAC-SHA-256 with a key of the installation: stable across processes and restarts, and useless for guessing without the key.
 * @param purpose domain separation: the same text has another hash for another purpose
 * @returns 43 characters, base64url
 * @throws Error if no key is loaded
 */
export function keyedHash(text: string, purpose: string): string {
  if (!hashKey) throw new Error('No secret key has been loaded.')
  return createHmac('sha256', hashKey).update(`${purpose}\0${text}`).digest('base64url')
}

/**
 * Encrypts a text; each call returns another ciphertext.
 * @param purpose kind and owner, as additional authenticated data: the text opens only for the same purpose
 * @throws Error if no key is loaded
 */
export function seal(text: string, purpose: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, requireKey(), nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return PREFIX + sealed.toString('base64url')
}

export const isSealed = (stored: string): boolean => stored.startsWith(PREFIX)

/**
 * Decrypts a sealed text.
 * @returns undefined if it is not sealed, was sealed with another key or for another purpose, or was changed
 * @throws Error if no key is loaded
 */
export function openSealed(stored: string, purpose: string): string | undefined {
  const text = stored.slice(PREFIX.length)
  const bytes = Buffer.from(text, 'base64url')
  if (!isSealed(stored) || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  // Node ignores invalid characters and trailing bits in base64url: without this check many texts would open as one.
  if (bytes.toString('base64url') !== text) return undefined
  const decipher = createDecipheriv(CIPHER, requireKey(), bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}

function requireKey(): Buffer {
  if (!key) throw new Error('No secret key has been loaded.')
  return key
}

/** Creates the file atomically: a temporary file is hard-linked to its name, which fails if that exists. */
function readKeyFile(dataDir: string): { secret: string; createdFile?: string } {
  createFolder(dataDir)
  const file = join(dataDir, FILE)
  const temporary = `${file}.${randomUUID()}`
  let isCreated = false
  try {
    writeFileSync(temporary, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
    linkSync(temporary, file)
    isCreated = true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(temporary, { force: true })
  }
  const text = readFileSync(file, 'utf8').trim()
  if (!/^[\w-]{43}$/.test(text)) throw new Error(`${file} is damaged. Restore it from a backup, or set SECRET_KEY to its value.`)
  return { secret: text, ...(isCreated ? { createdFile: file } : {}) }
}
