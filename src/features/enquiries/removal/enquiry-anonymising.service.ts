/** Anonymises closed enquiries after the retention period. */
import { eraseAuditText } from '#features/audit/audit.service.ts'
import type { Context, SiteSettings } from '#platform/contract/context.ts'
import { addMs, type NextDue } from '#platform/jobs/jobs.ts'
import * as queries from './enquiry-anonymising.queries.ts'
import { findEnquiry } from '#features/enquiries/handling/enquiry-handling.queries.ts'
import { findEnquiryRow } from './enquiry-removal.queries.ts'
import { deleteEnquiryMailAndKeys } from './enquiry-removal.service.ts'

/** Average length of a month in ms. */
const MONTH_MS = 30.4375 * 86_400_000
const BATCH_SIZE = 100

/** Runs as a job: anonymises enquiries that were closed before the retention period. @returns when the next one is due; null for never */
export async function anonymiseClosedEnquiries(ctx: Pick<Context, 'db' | 'site'>, now = Date.now()): Promise<NextDue> {
  const retentionMs = ctx.site.settings.enquiryMonths * MONTH_MS
  if (retentionMs === 0) return null
  const before = new Date(now - retentionMs).toISOString()
  for (;;) {
    const ids = await queries.listClosedBefore(ctx, before, BATCH_SIZE)
    for (const id of ids) await ctx.db.transaction().execute((db) => anonymise({ db }, id, new Date(now).toISOString()))
    if (ids.length < BATCH_SIZE) return addMs(await queries.findFirstClosed(ctx), retentionMs)
  }
}

async function anonymise(ctx: Pick<Context, 'db'>, id: number, at: string): Promise<void> {
  const enquiry = await findEnquiry(ctx, id)
  const row = await findEnquiryRow(ctx, id)
  if (!enquiry || !row) return
  await deleteEnquiryMailAndKeys(ctx, row)
  await queries.deleteEnquiryMessages(ctx, id)
  await eraseAuditText(ctx, 'enquiry', id, `Enquiry ${id}`)
  await queries.anonymiseRow(ctx, id, enquiry, at)
}

/** Returns the text for the page about data retention; null if enquiries are never anonymised. */
export const describeEnquiryRetention = ({ enquiryMonths: months }: Pick<SiteSettings, 'enquiryMonths'>): string | null =>
  months === 0 ? null : `${months} months after they were completed or cancelled`
