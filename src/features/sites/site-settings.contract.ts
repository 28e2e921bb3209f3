/** What an administrator sets for the whole site. */
import { z } from '#platform/zod.ts'
import { endpoint } from '#platform/endpoint.ts'
import { singleLine } from '#platform/single-line.ts'
import { Features, SiteInfo } from './site.contract.ts'

const addresses = z
  .string()
  .trim()
  .max(500)
  .refine(
    (text) => text === '' || text.split(',').every((one) => z.email().safeParse(one.trim()).success),
    'Please enter email addresses with commas between them',
  )
export const SiteSettingsForm = z.object({
  name: singleLine().min(1, 'Please enter a name').max(60, 'Name must be at most 60 characters'),
  tagline: singleLine().max(80, 'At most 80 characters'),
  description: z.string().trim().min(1, 'Please enter a description').max(300, 'At most 300 characters'),
  features: Features,
  guestPosting: z.boolean(),
  enquiryEmail: addresses,
  adminSecondFactor: z.boolean(),
  analytics: z.boolean(),
})
export type SiteSettingsForm = z.infer<typeof SiteSettingsForm>
export const FullSettings = SiteInfo.omit({ launches: true, claim: true }).extend({
  enquiryEmail: z.string(),
  adminSecondFactor: z.boolean(),
})
export type FullSettings = z.infer<typeof FullSettings>

export const getSettingsEndpoint = endpoint({
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'All settings of this site.',
  reply: FullSettings,
  access: 'admin',
})
export const changeSettingsEndpoint = endpoint({
  method: 'PATCH',
  path: '/api/admin/settings',
  summary: 'Change settings; only what is sent changes.',
  body: SiteSettingsForm.partial(),
  reply: FullSettings,
  access: 'admin',
})
