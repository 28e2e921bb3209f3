import { recordAudit } from '#features/audit/audit.service.ts'
import { publishEvent } from '#features/webhooks/webhook-event.service.ts'
import type { Context } from '#platform/contract/context.ts'

/** Adds an audit entry and publishes `member.changed` if the fields differ. */
export async function recordEdit(
  ctx: Context,
  { id, username }: { id: number; username: string },
  fieldsBefore: object,
  fieldsAfter: object,
): Promise<void> {
  if (JSON.stringify(fieldsBefore) === JSON.stringify(fieldsAfter)) return
  await recordAudit(ctx, { action: 'user.edit', subject: { type: 'user', id, title: username }, before: fieldsBefore, after: fieldsAfter })
  await publishEvent(ctx, 'member.changed', { id })
}
