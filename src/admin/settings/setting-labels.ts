import { FEATURE_SWITCHES } from '#features/sites/feature-switches.policy.ts'
import type { SiteSettingsForm } from '#features/sites/site-settings.client.ts'
import { entriesOf } from '#platform/client/typed-entries.client.ts'

/** Labels of the fields, in the form and in the comparison of conflicting versions. */
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

/** @param isRequired null: required as soon as one administrator has a second factor */
export const formatSecondFactor = (isRequired: boolean | null): string =>
  isRequired === null ? 'Once one administrator has one' : isRequired ? 'Always' : 'Never'

/** @param months months after which a closed enquiry is anonymised; 0 means never */
export const formatEnquiryMonths = (months: number): string => (months === 0 ? 'Never' : `After ${months} months`)

/** Returns the labels of the enabled features, separated by commas. */
export const formatFeatures = (features: SiteSettingsForm['features']): string =>
  entriesOf(FEATURE_SWITCHES)
    .filter(([name]) => features[name])
    .map(([, { label }]) => label)
    .join(', ')
