/** What the room adds to the types below it: its tables, and what features may say of the figures they lean on. */
import type { Generated } from 'kysely'
import type { Figures } from './figures.policy.ts'
import type { FigureUser } from './uses/figure-users.policy.ts'

declare module '#db/tables.ts' {
  interface Tables {
    figures: {
      id: Generated<number>
      /** `cap.electricity` */
      key: string
      label: string
      unit: string
      created_at: string
      /** When one of its values was last added or replaced. */
      changed_at: string
    }
    figure_values: {
      id: Generated<number>
      figure_id: number
      /** Null: what applies in this period is not known yet. */
      value: number | null
      low: number | null
      high: number | null
      /** JSON: the nations it holds in. */
      nations: string
      /** First and last day, `2026-07-01`. */
      valid_from: string
      valid_to: string | null
      source_title: string
      source_publisher: string
      source_url: string
      /** The day somebody last looked at the source, and who that was; null for what came with the software. */
      checked_on: string
      checked_by: number | null
      /** The day by which it is to be looked at again. */
      due_on: string
      certainty: string
      note: string
      created_at: string
      /** Since when another row says this; null for what stands. */
      superseded_at: string | null
    }
  }
}

declare module '#platform/contract/feature.ts' {
  interface Feature {
    /** What of it is reckoned from figures of the register, for whoever is about to change one. */
    listFigureUsers?: (figures: Figures) => readonly FigureUser[]
  }
}
