/** Declares the tables of reference values, and the hook by which features list what depends on them. */
import type { Generated } from 'kysely'
import type { ReferenceValues } from './figures.policy.ts'
import type { ReferenceValueUser } from './uses/figure-users.policy.ts'

declare module '#db/tables.ts' {
  interface Tables {
    figures: {
      id: Generated<number>
      /** Unique name in texts and in the API, such as `cap.electricity`. */
      key: string
      label: string
      unit: string
      created_at: string
      /** Time at which a value was last added or replaced. */
      changed_at: string
    }
    figure_values: {
      id: Generated<number>
      figure_id: number
      /** Value in the unit of the key; `null` while it is not known for this period. */
      value: number | null
      low: number | null
      high: number | null
      /** JSON array of the nations in which the value applies. */
      nations: string
      /** First day of the period, as an ISO date. */
      valid_from: string
      /** Last day of the period; `null` if no end is known. */
      valid_to: string | null
      source_title: string
      source_publisher: string
      source_url: string
      /** Day on which the source was last checked. */
      checked_on: string
      /** Id of the administrator who checked the source; `null` for seeded values. */
      checked_by: number | null
      /** Day by which the source must be checked again. */
      due_on: string
      certainty: string
      note: string
      created_at: string
      /** Time at which another row replaced this one; `null` for current rows. */
      superseded_at: string | null
    }
  }
}

declare module '#platform/contract/feature.ts' {
  interface Feature {
    /** Lists the pages that the feature calculates from reference values, so that editors see the effect of a change. */
    listReferenceValueUsers?: (referenceValues: ReferenceValues) => readonly ReferenceValueUser[]
  }
}
