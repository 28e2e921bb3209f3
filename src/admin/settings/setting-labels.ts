import { FEATURE_SWITCHES } from '#features/sites/feature-switches.policy.ts'
import type { SiteSettingsForm } from '#features/sites/site-settings.client.ts'
import type { NewcomerLimits } from '#features/trust/trust.policy.ts'
import { entriesOf } from '#platform/client/typed-entries.client.ts'

/** Labels of the fields, in the form and in the comparison of conflicting versions. */
export const SETTING_LABELS = {
  name: 'Name',
  tagline: 'Tagline',
  description: 'Description',
  features: 'Features',
  guestPosting: 'Allow guests to post',
  newcomers: 'Limits for new members',
  enquiryEmail: 'Email new enquiries to',
  enquiryMonths: 'Anonymise closed enquiries',
  adminSecondFactor: 'Require a second factor for administrators',
  analytics: 'Count visits',
} satisfies Record<keyof SiteSettingsForm, string>

export const NEWCOMER_LABELS: Record<keyof NewcomerLimits, string> = {
  firstDayTopics: 'Topics on the first day',
  firstDayReplies: 'Replies on the first day',
  maxLinks: 'Links in a post',
  secondsBetweenPosts: 'Seconds between two posts',
  minTypingSeconds: 'Seconds to write a first post',
  areRightsEarned: 'Unknown links, pictures and downvotes from level 2',
  holdsRepeatedText: 'Hold repeated texts for approval',
}

/** Returns all limits in one line, such as `Topics on the first day: 3`. */
export const formatNewcomers = (limits: NewcomerLimits): string =>
  entriesOf(NEWCOMER_LABELS)
    .map(([name, label]) => `${label}: ${formatLimit(limits[name])}`)
    .join(', ')

const formatLimit = (value: number | boolean): string => (value === true ? 'on' : value === false || value === 0 ? 'off' : String(value))

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
