/** Extends the types of the database with the table of rating priors. */
import type { PriorBasis } from './score.policy.ts'

declare module '#db/tables.ts' {
  interface Tables {
    /** Contains the mean with which the scores of a category were calculated. Category id 0 is for products without a category. */
    rating_priors: { category_id: number; mean: number; basis: PriorBasis }
  }
}
