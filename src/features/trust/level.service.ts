/** The level of a member, on which their rights depend. */
export { findLevel } from './screening.queries.ts'
