/** Something that is reckoned from figures of the register. */
export interface FigureUser {
  /** What people call it. */
  title: string
  /** Where it is read. */
  path: string
  /** Of the figures, as `cap.electricity`. */
  keys: readonly string[]
}
