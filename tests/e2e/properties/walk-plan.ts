/** Input and results of a walk. */
import type { Screen } from './screens.ts'
import type { Control } from './tree.ts'
import type { WalkedSite } from './walked-site.ts'

export type Property =
  | 'errors are named'
  | 'one request'
  | 'failure is visible'
  | 'input is preserved'
  | 'focus returns'
  | 'state is current'
  | 'no errors'

export interface Finding {
  control: string
  property: Property
  detail: string
}

export interface Coverage {
  /** Number of clicked buttons, switches, tabs and choices. */
  controls: number
  links: number
  dialogs: number
  /** Buttons whose write succeeded. */
  writes: string[]
  /** Buttons whose write the server rejected, with its message: the generated input was invalid. */
  refused: string[]
  /** Buttons that stayed disabled. */
  disabled: string[]
  /** Controls skipped because of the deadline. */
  skipped: string[]
}

export interface WalkPlan {
  site: WalkedSite
  screen: Screen
  /** Picks one of several similar controls, such as those of a list's rows. */
  pick: <T>(all: readonly T[]) => T
  /** Selects the controls to click. */
  choose: (controls: Control[]) => Control[]
  deadlineMs: number
  /** Keys of controls already clicked at other URLs of the same page. */
  seen: Set<string>
  /** Link targets already visited in the same role. */
  followed: Set<string>
}
