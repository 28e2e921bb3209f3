/** API of the quotas of a tenant site. */
import { z } from '#platform/contract/zod.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { QUOTA_KINDS } from '#platform/contract/quota.ts'
import { MAX_QUOTA } from './quota.policy.ts'

export const QuotaUse = z.object({ kind: z.enum(QUOTA_KINDS), used: z.number(), limit: z.number() })
export type QuotaUse = z.infer<typeof QuotaUse>

const limit = z
  .number('Please enter a number')
  .int('Please enter a whole number')
  .min(0, 'Please enter a number from 0')
  .max(MAX_QUOTA, 'That is more than any machine has')
  .optional()
/** Changes the limits of a site. Absent limits stay unchanged. */
export const QuotaForm = z.object({ bytes: limit, rows: limit, uploads: limit, uploadBytes: limit, mails: limit, calls: limit })
export type QuotaForm = z.infer<typeof QuotaForm>

/** Empty for the main site, which has no limits. */
export const OwnQuotas = z.object({ quotas: z.array(QuotaUse) })
export type OwnQuotas = z.infer<typeof OwnQuotas>
export const getOwnQuotasEndpoint = endpoint('GET /api/admin/quotas', {
  summary: 'Get this site’s usage and limits: disk space, posts, pictures, mails and costly calls.',
  response: OwnQuotas,
  access: 'admin',
})
