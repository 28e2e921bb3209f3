/** Lists all states of content. They are reached through the API, before or after all outputs are read for the first time. */
import { catalogueStates } from './states-of-catalogue.ts'
import { communityStates } from './states-of-community.ts'
import { peopleStates } from './states-of-people.ts'
import type { Scenario } from './scenario.ts'

export interface StateCase {
  title: string
  /** Covered column values and trash kinds, named as in `state-columns.ts` and `visible.test.ts`: `topics.status=hidden`. */
  covers: readonly string[]
  /** Creates things in their states of the first phase. @returns a function that changes them to those of the second */
  make: (scenario: Scenario) => Promise<() => Promise<unknown>>
}

export const STATES: readonly StateCase[] = [...communityStates, ...catalogueStates, ...peopleStates]
