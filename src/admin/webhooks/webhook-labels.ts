/** Labels of webhooks and their calls. */
import { EVENT_SUBJECT_LABELS, EVENTS_BY_SUBJECT, subjectOfEvent, type WebhookEvent } from '#features/webhooks/webhook-events.policy.ts'
import type { Webhook } from '#features/webhooks/webhook.client.ts'
import { entriesOf } from '#platform/client/typed-entries.client.ts'

export const DELIVERY_STATE_LABELS = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' } as const
export const DELIVERY_STATE_BADGES = { waiting: 'secondary', delivered: 'default', failed: 'destructive' } as const

export function describeWebhookState({ pausedAt, pausedReason, failingSince }: Webhook) {
  if (pausedAt !== null) return { label: 'Paused', badge: pausedReason === null ? 'outline' : 'destructive' } as const
  return failingSince === null
    ? ({ label: 'Active', badge: 'default' } as const)
    : ({ label: 'Unreachable', badge: 'destructive' } as const)
}

/** "Topics, Replies (deleted)": a subject whose events are all selected is listed without them. */
export function formatEvents(events: readonly WebhookEvent[]): string {
  const parts = entriesOf(EVENTS_BY_SUBJECT).flatMap(([subject, all]) => {
    const selected = all.filter((event) => events.includes(event))
    if (selected.length === 0) return []
    const label = EVENT_SUBJECT_LABELS[subject]
    return selected.length === all.length ? [label] : [`${label} (${selected.map(verbOfEvent).join(', ')})`]
  })
  return parts.join(', ')
}

/** `topic.created` → `created` */
const verbOfEvent = (event: string): string => event.slice(subjectOfEvent(event).length + 1)

/** Pretty-prints a JSON body. */
export function formatPayload(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}

/** 83 → "83 ms", 1900 → "1.9 s" */
export const formatDuration = (ms: number): string => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`)
