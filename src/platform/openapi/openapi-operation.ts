/** TypeScript types of an operation in the OpenAPI document. */
import type { ApiResponses } from './openapi-responses.ts'
import type { JsonSchema } from './openapi-schemas.ts'

export interface OpenApiParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: true
  description?: string
  schema: JsonSchema
}
export interface OpenApiOperation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  security: Record<string, string[]>[]
  parameters: OpenApiParameter[]
  requestBody?: { required: true; content: Record<string, { schema: JsonSchema }> }
  responses: ApiResponses
}
