/** Counts hits against limits in the caller's transaction: a rollback also takes back the hits. */
import { addHits } from './counting.queries.ts'

export const countHits = addHits
