/** What is known of each name that a copy may answer on. One map: a name is in one state at a time. */
import type { Site } from '#platform/contract/context.ts'

type SettledState =
  | { kind: 'open'; id: number; site: Site }
  /** An administrator has suspended the copy. */
  | { kind: 'suspended'; id: number }
  /** It should answer but could not be opened, and when that was. */
  | { kind: 'outOfService'; id: number; at: number }
  /** No copy has this name, as far as was known at that time. */
  | { kind: 'unknown'; at: number }

/** While a copy is being opened, its names go on saying what they said before. */
type OpeningState = { kind: 'opening'; id: number; opening: Promise<void>; meanwhile: SettledState | undefined }

/** Strangers can ask for any number of names. */
const MAX_UNKNOWN = 5_000

export class SiteStates {
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- sites, and a limited number of unknown hosts
  #states = new Map<string, OpeningState | SettledState>()
  #unknownCount = 0

  /** What this name says to a visitor now. */
  get(name: string): SettledState | undefined {
    const state = this.#states.get(name)
    return state?.kind === 'opening' ? state.meanwhile : state
  }

  /** Of a copy that is being opened only what it says meanwhile. One that is open stays so: whoever closes it says so first. */
  set(names: readonly string[], settled: SettledState): void {
    for (const name of names) {
      const state = this.#states.get(name)
      if (state?.kind !== 'open') this.#replace(name, state?.kind === 'opening' ? { ...state, meanwhile: settled } : settled)
    }
  }

  startOpening(names: readonly string[], id: number, opening: Promise<void>): void {
    for (const name of names) this.#replace(name, { kind: 'opening', id, opening, meanwhile: this.get(name) })
  }

  finishOpening(names: readonly string[], id: number, site: Site): void {
    for (const name of names) this.#replace(name, { kind: 'open', id, site })
  }

  /** Each name is again what it was before. */
  failOpening(id: number): void {
    for (const [name, state] of this.#states) if (state.kind === 'opening' && state.id === id) this.#replace(name, state.meanwhile)
  }

  /** An open copy answers on these names from now on, and on no others. */
  rename(names: readonly string[], id: number): void {
    const site = this.findOpen(id)
    if (!site) return
    const isLost = (name: string, state: OpeningState | SettledState) => state.kind === 'open' && state.id === id && !names.includes(name)
    for (const [name, state] of this.#states) if (isLost(name, state)) this.#replace(name, undefined)
    for (const name of names) if (this.get(name)?.kind !== 'open') this.#replace(name, { kind: 'open', id, site })
  }

  /** Forgets the states that this is true of, also those behind an opening. */
  deleteWhere(isMeant: (state: SettledState) => boolean): void {
    for (const [name, state] of this.#states) {
      if (state.kind !== 'opening') {
        if (isMeant(state)) this.#replace(name, undefined)
      } else if (state.meanwhile && isMeant(state.meanwhile)) this.#replace(name, { ...state, meanwhile: undefined })
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

  /** The open sites by the ids of their copies, in the order they were opened in. */
  listOpen(): Map<number, Site> {
    return new Map([...this.#states.values()].flatMap((state) => (state.kind === 'open' ? [[state.id, state.site] as const] : [])))
  }

  clear(): void {
    this.#states.clear()
    this.#unknownCount = 0
  }

  #replace(name: string, state: OpeningState | SettledState | undefined): void {
    if (this.#states.get(name)?.kind === 'unknown') this.#unknownCount -= 1
    // What is set anew stands at the end: the map keeps the order.
    this.#states.delete(name)
    if (state?.kind === 'unknown') this.#makeRoom()
    if (state) this.#states.set(name, state)
  }

  #makeRoom(): void {
    if (this.#unknownCount >= MAX_UNKNOWN) this.deleteWhere(({ kind }) => kind === 'unknown')
    this.#unknownCount += 1
  }
}
