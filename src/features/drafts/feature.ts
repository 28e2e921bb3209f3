/** Declares form drafts, which the browser stores until the form is submitted; the feature has no database tables. */
import type { Feature } from '#platform/contract/feature.ts'

export const draftsFeature: Feature = { name: 'drafts', dependsOn: [] }
