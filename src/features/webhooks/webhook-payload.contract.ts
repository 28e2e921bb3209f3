/** Defines the payload of each event, as the OpenAPI description documents it. */
import { z } from '#platform/contract/zod.ts'
import type { WebhookDescription } from '#platform/openapi/openapi-webhooks.ts'
import { subjectOfEvent, TEST_EVENT, WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS, type EventSubject } from './webhook-events.policy.ts'

export const WEBHOOK_DATA = {
  enquiry: z.object({ id: z.number(), productId: z.number().nullable(), productName: z.string(), status: z.string() }),
  /** `title` is null while the topic is not public, because it is waiting or hidden. */
  topic: z.object({ id: z.number(), title: z.string().nullable(), categoryId: z.number().nullable(), status: z.string() }),
  reply: z.object({ id: z.number(), topicId: z.number(), status: z.string() }),
  review: z.object({ id: z.number(), productId: z.number(), rating: z.number() }),
  member: z.object({ id: z.number() }),
  subscriber: z.object({ id: z.number() }),
} satisfies Record<EventSubject, z.ZodType>

export type WebhookData<E extends keyof typeof WEBHOOK_EVENTS> = E extends `${infer S extends EventSubject}.${string}`
  ? z.input<(typeof WEBHOOK_DATA)[S]>
  : never

const isEventSubject = (name: string): name is EventSubject => name in WEBHOOK_DATA
const TestDataSchema = z.object({ id: z.number(), description: z.string() })

/** Creates the schema of a request body. `timestamp` is the time of the event, ISO 8601. */
const createPayloadSchema = (event: string, data: z.ZodType) => z.object({ type: z.literal(event), timestamp: z.string(), data })

/** Describes all events for the OpenAPI description. */
export const WEBHOOK_DESCRIPTIONS: readonly WebhookDescription[] = [
  ...WEBHOOK_EVENT_NAMES.map((event) => {
    const subject = subjectOfEvent(event)
    const data = isEventSubject(subject) ? WEBHOOK_DATA[subject] : z.object({})
    return { event, summary: WEBHOOK_EVENTS[event], payload: createPayloadSchema(event, data) }
  }),
  { event: TEST_EVENT, summary: 'An administrator has sent a test', payload: createPayloadSchema(TEST_EVENT, TestDataSchema) },
]
