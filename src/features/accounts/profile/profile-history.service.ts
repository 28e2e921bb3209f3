import { recordAudit } from '#features/audit/audit.service.ts'
import { announceEvent } from '#features/webhooks/webhook-event.service.ts'
import type { Context } from '#platform/contract/context.ts'

/** Notes a change of an account in the audit log. An edit that changed nothing is not worth an entry. */
export async function recordEdit(
  ctx: Context,
  { id, username }: { id: number; username: string },
  before: object,
  after: object,
): Promise<void> {
  if (JSON.stringify(before) === JSON.stringify(after)) return
  await recordAudit(ctx, { action: 'user.edit', subject: { type: 'user', id, title: username }, before, after })
  await announceEvent(ctx, 'member.changed', { id })
}
