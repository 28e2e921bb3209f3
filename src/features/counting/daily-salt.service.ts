/**
 * Provides the daily salt with which IP addresses are hashed. With SQLite it stays in memory. Several processes share it through the
 * database, encrypted; it is deleted after its day, which makes the hashes anonymous.
 */
import { randomBytes } from 'node:crypto'
import { engineOf } from '#db/engine.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { writeWithoutInvalidation } from '#db/changes/query-dependencies.ts'
import { openSealed, seal } from '#platform/config/secret-box.ts'
import * as queries from './counting.queries.ts'
import { toUtcDay } from '#wording/iso-day.ts'

const SALT_BYTES = 16

interface Salt {
  day: string
  bytes: Promise<Buffer>
}
const saltCache = new WeakMap<SiteDatabase, Salt>()

/**
 * Returns the salt of the day.
 * @param db the site's database, not a transaction
 * @throws Error if another process has a different SECRET_KEY
 */
export async function getDailySalt(db: SiteDatabase, now = Date.now()): Promise<Buffer> {
  const day = toUtcDay(now)
  const cachedSalt = saltCache.get(db)
  if (cachedSalt?.day === day) return cachedSalt.bytes
  const bytes = engineOf(db) === 'sqlite' ? Promise.resolve(randomBytes(SALT_BYTES)) : shareSalt(db, day)
  const salt = { day, bytes }
  saltCache.set(db, salt)
  // A failure must not be cached.
  bytes.catch(() => void (saltCache.get(db) === salt && saltCache.delete(db)))
  return bytes
}

async function shareSalt(db: SiteDatabase, day: string): Promise<Buffer> {
  const purpose = `daily salt:${day}`
  const ownSalt = randomBytes(SALT_BYTES).toString('base64url')
  const storedSalt = await writeWithoutInvalidation(() => queries.insertSalt({ db }, day, seal(ownSalt, purpose)))
  const sharedSalt = openSealed(storedSalt, purpose)
  if (sharedSalt === undefined)
    throw new Error('The salt of the day was created with another SECRET_KEY. All processes of an installation need the same key.')
  return Buffer.from(sharedSalt, 'base64url')
}
