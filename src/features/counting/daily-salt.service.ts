/**
 * Daily salt for hashing IP addresses. With SQLite it stays in memory. Several processes share it through the database, encrypted; it is
 * deleted after its day, which makes the hashes anonymous.
 */
import { randomBytes } from 'node:crypto'
import { engineOf } from '#db/engine.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { writeWithoutInvalidation } from '#db/changes/query-dependencies.ts'
import { openSealed, seal } from '#platform/config/secret-box.ts'
import * as queries from './counting.queries.ts'

const SALT_BYTES = 16

interface Salt {
  day: string
  bytes: Promise<Buffer>
}
const salts = new WeakMap<SiteDatabase, Salt>()

/** @param db the site's database, not a transaction @throws Error if another process has a different SECRET_KEY */
export async function getDailySalt(db: SiteDatabase, now = Date.now()): Promise<Buffer> {
  const day = dayOf(now)
  const known = salts.get(db)
  if (known?.day === day) return known.bytes
  const bytes = engineOf(db) === 'sqlite' ? Promise.resolve(randomBytes(SALT_BYTES)) : shareSalt(db, day)
  const salt = { day, bytes }
  salts.set(db, salt)
  // Do not cache a failure.
  bytes.catch(() => void (salts.get(db) === salt && salts.delete(db)))
  return bytes
}

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)

async function shareSalt(db: SiteDatabase, day: string): Promise<Buffer> {
  const purpose = `daily salt:${day}`
  const own = randomBytes(SALT_BYTES).toString('base64url')
  const stored = await writeWithoutInvalidation(() => queries.insertSalt({ db }, day, seal(own, purpose)))
  const shared = openSealed(stored, purpose)
  if (shared === undefined)
    throw new Error('The salt of the day was made with another SECRET_KEY. All processes of an installation need the same.')
  return Buffer.from(shared, 'base64url')
}
