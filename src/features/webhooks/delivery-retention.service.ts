import { findLowest } from '#db/find-lowest.ts'
import type { Context } from '#platform/contract/context.ts'
import { timeAfter, type NextDue } from '#platform/jobs/jobs.ts'
import { deleteDeliveriesBefore } from './delivery.queries.ts'
import { DELIVERY_DAYS } from './webhook-limits.policy.ts'

const KEPT_MS = DELIVERY_DAYS * 86_400_000

/** The job: what was sent so long ago is not looked at any more. */
export async function removeOldDeliveries(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<NextDue> {
  await deleteDeliveriesBefore(ctx, new Date(now - KEPT_MS).toISOString())
  return timeAfter(await findLowest(ctx.db, 'webhook_deliveries', 'created_at'), KEPT_MS)
}
