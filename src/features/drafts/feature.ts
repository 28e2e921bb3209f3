/** What is typed into a form is stored on the device until it is sent. It has nothing in the database. */
import type { Feature } from '#platform/contract/feature.ts'

export const draftsFeature: Feature = { name: 'drafts', standsOn: [] }
