import { FEATURE_SWITCHES } from '#features/sites/feature-switches.policy.ts'
import type { SiteSettingsForm } from '#features/sites/site-settings.client.ts'
import { entriesOf } from '#platform/client/typed-entries.client.ts'

/** Field labels of the form and of the version comparison. */
export const SETTING_LABELS = {
  name: 'Name',
  tagline: 'Tagline',
  description: 'Description',
  features: 'Features',
  guestPosting: 'Allow guests to post',
  enquiryEmail: 'Email new enquiries to',
  enquiryMonths: 'Anonymise closed enquiries',
  adminSecondFactor: 'Require a second factor for administrators',
  analytics: 'Count visits',
} satisfies Record<keyof SiteSettingsForm, string>

/** @param isRequired null means once one administrator has a second factor */
export const formatSecondFactor = (isRequired: boolean | null): string =>
  isRequired === null ? 'Once one administrator has one' : isRequired ? 'Always' : 'Never'

/** @param months 0 means never */
export const formatEnquiryMonths = (months: number): string => (months === 0 ? 'Never' : `After ${months} months`)

/** Lists the enabled features. */
export const formatFeatures = (features: SiteSettingsForm['features']): string =>
  entriesOf(FEATURE_SWITCHES)
    .filter(([name]) => features[name])
    .map(([, { label }]) => label)
    .join(', ')
