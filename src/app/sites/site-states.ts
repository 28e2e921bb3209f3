/** Stores the state of each host name that a tenant site may have. A name has one state at a time. */
import type { Site } from '#platform/contract/context.ts'

type SettledState =
  | { kind: 'open'; id: number; site: Site }
  /** An administrator has suspended the site. */
  | { kind: 'suspended'; id: number }
  /** The site is live but failed to open at the time `at`. */
  | { kind: 'outOfService'; id: number; at: number }
  /** No site had this name at the time `at`. */
  | { kind: 'unknown'; at: number }

/** State of a name while its site is being opened; `get()` returns the previous state meanwhile. */
type OpeningState = { kind: 'opening'; id: number; opening: Promise<void>; previousState: SettledState | undefined }

/** Maximum number of stored unknown hosts, because clients can request any number of them. */
const MAX_UNKNOWN_HOSTS = 5_000

export class SiteStates {
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- sites, and a limited number of unknown hosts
  #states = new Map<string, OpeningState | SettledState>()
  #unknownCount = 0

  /** Returns the state that visitors see. For a site that is being opened, that is the previous state. */
  get(name: string): SettledState | undefined {
    const state = this.#states.get(name)
    return state?.kind === 'opening' ? state.previousState : state
  }

  /** Sets the state of names. An open site stays open until `deleteWhere()`; one that is being opened has this state meanwhile. */
  set(names: readonly string[], settled: SettledState): void {
    for (const name of names) {
      const state = this.#states.get(name)
      if (state?.kind !== 'open') this.#replace(name, state?.kind === 'opening' ? { ...state, previousState: settled } : settled)
    }
  }

  startOpening(names: readonly string[], id: number, opening: Promise<void>): void {
    for (const name of names) this.#replace(name, { kind: 'opening', id, opening, previousState: this.get(name) })
  }

  finishOpening(names: readonly string[], id: number, site: Site): void {
    for (const name of names) this.#replace(name, { kind: 'open', id, site })
  }

  /** Restores the previous state of each name. */
  failOpening(id: number): void {
    for (const [name, state] of this.#states) if (state.kind === 'opening' && state.id === id) this.#replace(name, state.previousState)
  }

  /** Gives an open site these names and no others. */
  rename(names: readonly string[], id: number): void {
    const site = this.findOpen(id)
    if (!site) return
    const isStale = (name: string, state: OpeningState | SettledState) => state.kind === 'open' && state.id === id && !names.includes(name)
    for (const [name, state] of this.#states) if (isStale(name, state)) this.#replace(name, undefined)
    for (const name of names) if (this.get(name)?.kind !== 'open') this.#replace(name, { kind: 'open', id, site })
  }

  /** Deletes the states that match, also the previous states of sites that are being opened. */
  deleteWhere(matches: (state: SettledState) => boolean): void {
    for (const [name, state] of this.#states) {
      if (state.kind !== 'opening') {
        if (matches(state)) this.#replace(name, undefined)
      } else if (state.previousState && matches(state.previousState)) this.#replace(name, { ...state, previousState: undefined })
    }
  }

  findOpen(id: number): Site | undefined {
    for (const state of this.#states.values()) if (state.kind === 'open' && state.id === id) return state.site
    return undefined
  }

  findOpening(id: number): Promise<void> | undefined {
    for (const state of this.#states.values()) if (state.kind === 'opening' && state.id === id) return state.opening
    return undefined
  }

  listOpening(): Promise<void>[] {
    return [...this.#states.values()].flatMap((state) => (state.kind === 'opening' ? state.opening : []))
  }

  /** Returns the open sites by launch id, in the order in which they were opened. */
  listOpen(): Map<number, Site> {
    return new Map([...this.#states.values()].flatMap((state) => (state.kind === 'open' ? [[state.id, state.site] as const] : [])))
  }

  clear(): void {
    this.#states.clear()
    this.#unknownCount = 0
  }

  #replace(name: string, state: OpeningState | SettledState | undefined): void {
    if (this.#states.get(name)?.kind === 'unknown') this.#unknownCount -= 1
    // The name is deleted first, so that it moves to the end of the map.
    this.#states.delete(name)
    if (state?.kind === 'unknown') this.#limitUnknown()
    if (state) this.#states.set(name, state)
  }

  #limitUnknown(): void {
    if (this.#unknownCount >= MAX_UNKNOWN_HOSTS) this.deleteWhere(({ kind }) => kind === 'unknown')
    this.#unknownCount += 1
  }
}
