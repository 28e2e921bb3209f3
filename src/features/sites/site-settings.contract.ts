/** Declares the API of a site's settings. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, ReadVersion } from '#platform/contract/endpoint.ts'
import { plainName } from '#platform/text/plain-name.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { FIRST_DAY_POSTS_MAX, LINKS_MAX, SECONDS_BETWEEN_POSTS_MAX, TYPING_SECONDS_MAX } from '#features/trust/trust.policy.ts'
import { Features, SiteInfo } from './site.contract.ts'
import {
  ENQUIRY_MONTHS_MAX,
  SETTING_DESCRIPTION_MAX,
  SETTING_ENQUIRY_EMAIL_MAX,
  SETTING_NAME_MAX,
  SETTING_TAGLINE_MAX,
} from './site-settings-limits.policy.ts'
import { parseEmail } from '#platform/text/parse-email.client.ts'

const emailAddresses = z
  .string()
  .trim()
  .max(SETTING_ENQUIRY_EMAIL_MAX)
  .refine(
    (text) => text === '' || text.split(',').every((email) => parseEmail(email) !== undefined),
    'Please enter email addresses with commas between them',
  )
const limitUpTo = (max: number) =>
  z.number('Please enter a whole number').int('Please enter a whole number').min(0, 'At least 0').max(max, `At most ${max}`)
/** Limits for new members; 0 turns a limit off. */
export const NewcomerSettings = z.object({
  firstDayTopics: limitUpTo(FIRST_DAY_POSTS_MAX),
  firstDayReplies: limitUpTo(FIRST_DAY_POSTS_MAX),
  maxLinks: limitUpTo(LINKS_MAX),
  secondsBetweenPosts: limitUpTo(SECONDS_BETWEEN_POSTS_MAX),
  minTypingSeconds: limitUpTo(TYPING_SECONDS_MAX),
  /** Whether links to unknown sites, pictures and downvotes need level 2. */
  areRightsEarned: z.boolean(),
  /** Whether repeated texts wait for approval. */
  holdsRepeatedText: z.boolean(),
})
export const SiteSettingsForm = z.object({
  name: plainName().min(1, 'Please enter a name').max(SETTING_NAME_MAX, `Name must be at most ${SETTING_NAME_MAX} characters`),
  tagline: singleLine().max(SETTING_TAGLINE_MAX, `At most ${SETTING_TAGLINE_MAX} characters`),
  description: z
    .string()
    .trim()
    .min(1, 'Please enter a description')
    .max(SETTING_DESCRIPTION_MAX, `At most ${SETTING_DESCRIPTION_MAX} characters`),
  features: Features,
  guestPosting: z.boolean(),
  newcomers: NewcomerSettings,
  enquiryEmail: emailAddresses,
  enquiryMonths: z.number().int().min(0).max(ENQUIRY_MONTHS_MAX, `At most ${ENQUIRY_MONTHS_MAX} months`),
  adminSecondFactor: z.boolean().nullable(),
  analytics: z.boolean(),
})
export type SiteSettingsForm = z.infer<typeof SiteSettingsForm>
export const FullSettings = SiteInfo.omit({ launches: true, claim: true }).extend({
  newcomers: NewcomerSettings,
  enquiryEmail: z.string(),
  enquiryMonths: z.number(),
  adminSecondFactor: z.boolean().nullable(),
  version: z.number(),
})
export type FullSettings = z.infer<typeof FullSettings>

export const getSettingsEndpoint = endpoint('GET /api/admin/settings', {
  summary: 'Get all settings of this site.',
  response: FullSettings,
  access: 'admin',
})
export const changeSettingsEndpoint = endpoint('PATCH /api/admin/settings', {
  summary: 'Change settings; omitted settings stay.',
  body: SiteSettingsForm.extend({ version: ReadVersion }).partial(),
  response: FullSettings,
  extraStatuses: [409],
  access: 'admin',
})
