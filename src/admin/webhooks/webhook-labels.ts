/** Formats webhooks and their calls for display. */
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

/** Formats events by subject, such as "Topics, Replies (deleted)". Without parentheses, all events of the subject are selected. */
export function formatEvents(events: readonly WebhookEvent[]): string {
  const subjectLabels = entriesOf(EVENTS_BY_SUBJECT).flatMap(([subject, eventsOfSubject]) => {
    const selectedEvents = eventsOfSubject.filter((event) => events.includes(event))
    if (selectedEvents.length === 0) return []
    const label = EVENT_SUBJECT_LABELS[subject]
    return selectedEvents.length === eventsOfSubject.length ? [label] : [`${label} (${selectedEvents.map(getEventVerb).join(', ')})`]
  })
  return subjectLabels.join(', ')
}

/** Returns the verb of an event: `created` for `topic.created`. */
const getEventVerb = (event: string): string => event.slice(subjectOfEvent(event).length + 1)

/** Formats a JSON body with indentation; returns other bodies unchanged. */
export function formatPayload(payload: string): string {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return payload
  }
}

/** Formats a duration, such as "83 ms" or "1.9 s". */
export const formatDuration = (durationMs: number): string =>
  durationMs < 1000 ? `${durationMs} ms` : `${(durationMs / 1000).toFixed(1)} s`
