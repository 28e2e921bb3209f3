/** A page whose results are calculated from reference values. */
export interface ReferenceValueUser {
  title: string
  path: string
  /** Keys of the reference values, such as `cap.electricity`. */
  keys: readonly string[]
}
