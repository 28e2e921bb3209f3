/** What the room adds to the types below it. */
import type { PriorBasis } from './score.policy.ts'

declare module '#db/tables.ts' {
  interface Tables {
    /** The mean with which the scores of a category's products were made; 0 for products without a category. */
    rating_priors: { category_id: number; mean: number; basis: PriorBasis }
  }
}
