import { findLowest } from '#db/find-lowest.ts'
import type { Context } from '#platform/contract/context.ts'
import { addMs, type NextDue } from '#platform/jobs/jobs.ts'
import { deleteDeliveriesBefore } from './delivery.queries.ts'
import { DELIVERY_RETENTION_DAYS } from './webhook-limits.policy.ts'

const RETENTION_MS = DELIVERY_RETENTION_DAYS * 86_400_000

/** Purges deliveries that are past the retention period. @returns when the next delivery is due */
export async function removeOldDeliveries(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  await deleteDeliveriesBefore(ctx, new Date(now - RETENTION_MS).toISOString())
  return addMs(await findLowest(ctx.db, 'webhook_deliveries', 'created_at'), RETENTION_MS)
}
