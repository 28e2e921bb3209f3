/** Every state that a thing can be in, reached by the call that people reach it by, before or after all outputs were read for the first time. */
import { catalogueStates } from './states-of-catalogue.ts'
import { communityStates } from './states-of-community.ts'
import { peopleStates } from './states-of-people.ts'
import type { Scenario } from './scenario.ts'

export interface StateCase {
  title: string
  /** Values of columns, and rows in the trash, as `state-columns.ts` and `visible.test.ts` name them: `topics.status=hidden`. */
  covers: readonly string[]
  /** Makes the things, in the states of the first half. @returns what puts them into the states of the second */
  make: (scenario: Scenario) => Promise<() => Promise<unknown>>
}

export const STATES: readonly StateCase[] = [...communityStates, ...catalogueStates, ...peopleStates]
