/** The whole site as one file. */
import { z } from 'zod'
import { endpoint } from '#platform/endpoint.ts'

export const getArchiveEndpoint = endpoint({
  method: 'GET',
  path: '/api/admin/archive',
  summary: 'The whole site as a ZIP: content to read, every row, and the uploaded files. Password hashes only when asked for.',
  query: z.object({ passwords: z.enum(['true', 'false']).default('false') }),
  reply: z.any(),
  access: 'admin',
  type: 'application/zip',
})
