/** Records, as hashes, the addresses that the installation has recently sent mail to. Deleting a mail does not change the record. */
import './suppression.context.ts'
import { findLowest } from '#db/find-lowest.ts'
import { writeWithoutInvalidation } from '#db/changes/query-dependencies.ts'
import type { Context } from '#platform/contract/context.ts'
import { addMs, type NextDue } from '#platform/jobs/jobs.ts'
import { emailKey } from '#platform/text/parse-email.client.ts'
import { keyedHash } from '#platform/config/secret-box.ts'
import { MAILED_DAYS } from './suppression.policy.ts'
import * as queries from './suppression.queries.ts'
import { toUtcDay } from '#wording/iso-day.ts'

const DAY_MS = 86_400_000
const hashAddress = (address: string): string => keyedHash(emailKey(address), 'mailed addresses')

/**
 * Records a recipient. Called right before a mail is sent.
 * @param main context of the main site, which records the recipients of all sites because bounces are reported there
 */
export const recordMailedAddress = (main: Pick<Context, 'db'>, address: string, now = Date.now()): Promise<void> =>
  writeWithoutInvalidation(() => queries.upsertMailedAddress(main, hashAddress(address), toUtcDay(now)))

/** @returns a function that says whether one of these addresses was sent mail within `MAILED_DAYS` */
export async function findRecentlyMailed(
  main: Pick<Context, 'db'>,
  addresses: readonly string[],
  now = Date.now(),
): Promise<(address: string) => boolean> {
  const hashes = [...new Set(addresses.map(hashAddress))]
  const mailed = new Set(await queries.listMailedSince(main, hashes, toUtcDay(now - MAILED_DAYS * DAY_MS)))
  return (address) => mailed.has(hashAddress(address))
}

/** Purges expired records. @returns when the next record is due */
export async function removeOldMailedAddresses(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  await queries.deleteMailedBefore(ctx, toUtcDay(now - MAILED_DAYS * DAY_MS))
  const oldestDay = await findLowest(ctx.db, 'mailed_addresses', 'day')
  return addMs(oldestDay && `${oldestDay}T00:00:00.000Z`, (MAILED_DAYS + 1) * DAY_MS)
}
