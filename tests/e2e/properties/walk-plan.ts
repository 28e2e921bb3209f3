/** What a walk is given, and what it reports. */
import type { Screen } from './screens.ts'
import type { Control } from './tree.ts'
import type { WalkedSite } from './walked-site.ts'

export type Property =
  | 'mistakes are named'
  | 'one call'
  | 'failure is visible'
  | 'input is preserved'
  | 'focus returns'
  | 'state is current'
  | 'no complaints'

export interface Fault {
  control: string
  property: Property
  detail: string
}

export interface Coverage {
  /** Buttons, switches, tabs and choices that were pressed. */
  controls: number
  links: number
  dialogs: number
  /** Buttons whose writing call succeeded. */
  writes: string[]
  /** Buttons whose writing call the server refused, with its message: what was typed does not fit. */
  refused: string[]
  /** Buttons that stayed disabled. */
  disabled: string[]
  /** Controls for which the time was too short. */
  skipped: string[]
}

export interface WalkPlan {
  site: WalkedSite
  screen: Screen
  /** Of several alike, such as the rows of a list, takes one. */
  pick: <T>(all: readonly T[]) => T
  /** Which of the controls are pressed. */
  choose: (controls: Control[]) => Control[]
  deadlineMs: number
  /** Keys of controls that have been pressed at other addresses of the same page. */
  seen: Set<string>
  /** Where links have led the same role. */
  followed: Set<string>
}
