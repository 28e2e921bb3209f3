/**
 * What the server must be able to read again and a leaked database must not give away is sealed: AES-256-GCM, with a key that lies
 * outside of the database. The key is `SECRET_KEY`, or a file in the data folder that is made at the first start.
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
/** Nothing that was stored before there was a key begins so. */
const PREFIX = 'sealed:1:'

let key: Buffer | undefined
let hashKey: Buffer | undefined
let fingerprint: string | undefined

/**
 * Called once, at the start of the process.
 * @returns the file that was created with a new key; undefined when there was a key
 * @throws Error when the key's file is damaged or cannot be written
 */
export function loadSecretKey({ secretKey, dataDir }: { secretKey: string | undefined; dataDir: string }): string | undefined {
  const { secret, createdFile } = secretKey === undefined ? readKeyFile(dataDir) : { secret: secretKey }
  key = Buffer.from(hkdfSync('sha256', secret, '', 'what is sealed in the database', KEY_BYTES))
  hashKey = Buffer.from(hkdfSync('sha256', secret, '', 'what is stored as a keyed hash', KEY_BYTES))
  fingerprint = Buffer.from(hkdfSync('sha256', secret, '', 'what the key is known by', FINGERPRINT_BYTES)).toString('hex')
  return createdFile
}

/** Two keys can be told apart by it, and nobody learns anything of the key. */
export function secretKeyFingerprint(): string {
  if (fingerprint === undefined) throw new Error('No secret key has been loaded.')
  return fingerprint
}

/**
 * HMAC-SHA-256 with a key of the installation: the same in all of its processes and after a restart, and without that key a guessed text
 * cannot be compared with a stored hash.
 * @param purpose the same text has another hash for another purpose
 * @returns 43 characters, base64url
 */
export function keyedHash(text: string, purpose: string): string {
  if (!hashKey) throw new Error('No secret key has been loaded.')
  return createHmac('sha256', hashKey).update(`${purpose}\0${text}`).digest('base64url')
}

/** @param purpose what it is and whose: it opens for nothing else */
export function seal(text: string, purpose: string): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyOrFault(), nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return PREFIX + sealed.toString('base64url')
}

export const isSealed = (stored: string): boolean => stored.startsWith(PREFIX)

/** @returns undefined when it was sealed with another key, for another purpose, or was changed since */
export function openSealed(stored: string, purpose: string): string | undefined {
  const text = stored.slice(PREFIX.length)
  const bytes = Buffer.from(text, 'base64url')
  if (!isSealed(stored) || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
  // Node reads letters that do not belong and bits left over as if they were not there: many texts would open as one.
  if (bytes.toString('base64url') !== text) return undefined
  const decipher = createDecipheriv(CIPHER, keyOrFault(), bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return undefined
  }
}

function keyOrFault(): Buffer {
  if (!key) throw new Error('No secret key has been loaded.')
  return key
}

/** Whole or not at all: it is written beside, and takes its name only where there is none. */
function readKeyFile(dataDir: string): { secret: string; createdFile?: string } {
  createFolder(dataDir)
  const file = join(dataDir, FILE)
  const draft = `${file}.${randomUUID()}`
  let isCreated = false
  try {
    writeFileSync(draft, randomBytes(KEY_BYTES).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
    linkSync(draft, file)
    isCreated = true
  } catch (fault) {
    if (!(fault instanceof Error && 'code' in fault && fault.code === 'EEXIST')) throw fault
  } finally {
    rmSync(draft, { force: true })
  }
  const text = readFileSync(file, 'utf8').trim()
  if (!/^[\w-]{43}$/.test(text)) throw new Error(`${file} is damaged. Put it back from a backup, or set SECRET_KEY to what it held.`)
  return { secret: text, ...(isCreated ? { createdFile: file } : {}) }
}
