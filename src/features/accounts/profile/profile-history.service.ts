import { recordAudit } from '#features/audit/audit.service.ts'
import { publishEvent } from '#features/webhooks/webhook-event.service.ts'
import type { Context } from '#platform/contract/context.ts'

/** Adds an audit entry and publishes `member.changed`, unless nothing has changed. */
export async function recordEdit(
  ctx: Context,
  { id, username }: { id: number; username: string },
  before: object,
  after: object,
): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(after)) return
  await recordAudit(ctx, { action: 'user.edit', subject: { type: 'user', id, title: username }, before, after })
  await publishEvent(ctx, 'member.changed', { id })
}
