/** Declares the tables of reference values, and the hook by which features list what depends on them. */
import type { Generated } from 'kysely'
import type { ReferenceValues } from './figures.policy.ts'
import type { ReferenceValueUser } from './uses/figure-users.policy.ts'

declare module '#db/tables.ts' {
  interface Tables {
    figures: {
      id: Generated<number>
      /** `cap.electricity` */
      key: string
      label: string
      unit: string
      created_at: string
      /** When a value was last added or replaced. */
      changed_at: string
    }
    figure_values: {
      id: Generated<number>
      figure_id: number
      /** `null`: not known yet for this period. */
      value: number | null
      low: number | null
      high: number | null
      /** JSON array of the nations in which it applies. */
      nations: string
      /** First day, as `2026-07-01`. */
      valid_from: string
      /** Last day; `null` if no end is known. */
      valid_to: string | null
      source_title: string
      source_publisher: string
      source_url: string
      /** Day on which the source was last checked. */
      checked_on: string
      /** Administrator who checked it; `null` for seeded values. */
      checked_by: number | null
      /** Day by which the source must be checked again. */
      due_on: string
      certainty: string
      note: string
      created_at: string
      /** When another row replaced it; `null` for current rows. */
      superseded_at: string | null
    }
  }
}

declare module '#platform/contract/feature.ts' {
  interface Feature {
    /** Lists what the feature calculates from reference values, so that editors see the effect of a change. */
    listReferenceValueUsers?: (referenceValues: ReferenceValues) => readonly ReferenceValueUser[]
  }
}
