/**
 * Defines the events that webhooks can subscribe to. The names are a public API. Payloads contain ids, but no personal data or private
 * text: a receiver that needs more must call the API with the required permissions.
 */
import { keysOf, toRecord } from '#platform/client/typed-entries.client.ts'

export const WEBHOOK_EVENTS = {
  'enquiry.created': 'An enquiry was received or restored',
  'enquiry.changed': 'An enquiry has a new status or new notes',
  'enquiry.deleted': 'An enquiry was deleted',
  'topic.created': 'A topic was created or restored',
  'topic.changed': 'A topic was edited, approved, hidden, pinned or locked',
  'topic.deleted': 'A topic was deleted with its replies',
  'reply.created': 'A reply was posted or restored',
  'reply.changed': 'A reply was edited, approved or hidden',
  'reply.deleted': 'A reply was deleted',
  'review.created': 'A review was posted or restored',
  'review.deleted': 'A review was deleted',
  'member.created': 'An account was created',
  'member.changed': 'An account has a new name, picture, address or role',
  'member.deleted': 'An account was closed',
  'subscriber.created': 'A subscription was confirmed, except by an import',
  'subscriber.deleted': 'A confirmed subscriber has unsubscribed or was removed',
} as const
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS
export const WEBHOOK_EVENT_NAMES = keysOf(WEBHOOK_EVENTS)
/** Event that is sent when an administrator tests a webhook; webhooks cannot subscribe to it. */
export const TEST_EVENT = 'webhook.test'

/** Returns the subject of an event: `topic` for `topic.created`. */
export const subjectOfEvent = (event: string): string => event.split('.')[0] ?? ''

export const EVENT_SUBJECT_LABELS = {
  enquiry: 'Enquiries',
  topic: 'Topics',
  reply: 'Replies',
  review: 'Reviews',
  member: 'Members',
  subscriber: 'Newsletter',
} as const
export type EventSubject = keyof typeof EVENT_SUBJECT_LABELS

export const EVENTS_BY_SUBJECT = toRecord(keysOf(EVENT_SUBJECT_LABELS), (subject) =>
  WEBHOOK_EVENT_NAMES.filter((event) => subjectOfEvent(event) === subject),
)
