/** Describes webhooks in the OpenAPI document. */
import type { z } from 'zod'
import type { OpenApiOperation } from './openapi-operation.ts'
import type { JsonSchema } from './openapi-schemas.ts'

/** An event that the site sends to webhooks. */
export interface WebhookDescription {
  /** Name of the event, such as `topic.created`. */
  event: string
  /** When the event is sent. */
  summary: string
  /** Schema of the request's body. */
  payload: z.ZodType
}

const REQUEST_DESCRIPTION =
  'A POST to the address that an administrator has given, with the headers `webhook-id` (the same however often it is sent), `webhook-timestamp` (seconds since 1970) and `webhook-signature` (`v1,` and the HMAC-SHA256 in base64, one for each secret that holds, with a space between them).'

/** Returns the operation of a webhook. @param tag name of its group @param schema JSON Schema of its payload */
export const describeWebhook = (tag: string, { event, summary }: WebhookDescription, schema: JsonSchema): OpenApiOperation => ({
  operationId: `webhook${event.replaceAll(/(?:^|[^A-Za-z]+)([A-Za-z])/g, (_all, letter: string) => letter.toUpperCase())}`,
  tags: [tag],
  summary: `${summary}.`,
  description: REQUEST_DESCRIPTION,
  security: [],
  parameters: [],
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses: {
    '2XX': { description: 'It has arrived. Any other answer, or none within ten seconds, has it sent again later.', headers: {} },
    410: { description: 'The webhook is paused: nobody is there any more.', headers: {} },
  },
})
