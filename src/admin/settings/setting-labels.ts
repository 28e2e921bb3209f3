import { FEATURE_SWITCHES } from '#features/sites/feature-switches.policy.ts'
import type { SiteSettingsForm } from '#features/sites/site-settings.client.ts'
import { entriesOf } from '#platform/client/typed-entries.client.ts'

/** What the form calls its fields; the comparison of two versions too. */
export const SETTING_LABELS = {
  name: 'Name',
  tagline: 'Tagline',
  description: 'Description',
  features: 'Features',
  guestPosting: 'Guests may post',
  enquiryEmail: 'New enquiries are mailed to',
  enquiryMonths: 'Closed enquiries are made anonymous',
  adminSecondFactor: 'Administrators need a second factor',
  analytics: 'Count visits',
} satisfies Record<keyof SiteSettingsForm, string>

export const formatSecondFactor = (demand: boolean | null): string =>
  demand === null ? 'Once one of them has one' : demand ? 'Always' : 'No'

/** @param months 0 means never */
export const formatEnquiryMonths = (months: number): string => (months === 0 ? 'Never' : `After ${months} months`)

/** Names the features that are switched on. */
export const formatFeatures = (features: SiteSettingsForm['features']): string =>
  entriesOf(FEATURE_SWITCHES)
    .filter(([name]) => features[name])
    .map(([, { label }]) => label)
    .join(', ')
