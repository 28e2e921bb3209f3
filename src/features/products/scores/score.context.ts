/** Adds the table of rating priors. */
import type { PriorBasis } from './score.policy.ts'

declare module '#db/tables.ts' {
  interface Tables {
    /** The mean that the scores of a category were computed with. Category id 0 holds products without a category. */
    rating_priors: { category_id: number; mean: number; basis: PriorBasis }
  }
}
