/** Which parts of the first page wait to be hydrated (lazy-hydration.tsx), and what ends their wait. */

/** The first sign that somebody is there. Screen readers and scripts may click without a pointer; a picture that fails needs its replacement. */
const SIGNS = 'pointermove pointerdown scroll keydown focusin click input change error'.split(' ')

const waiting = new Set<HydrationPart>()
const whenNoneWaits: (() => void)[] = []
let isPersonThere = false
const arrival = Promise.withResolvers<void>()

/** Resolves with the first sign of a person. */
export const personArrives: Promise<void> = arrival.promise

/** One of them, from the server's HTML on. */
export class HydrationPart {
  #isInPage = false
  #isHydrated = false
  #isReleased = false

  /** Whether it is to be left as the server wrote it. */
  get hasToWait(): boolean {
    return !isPersonThere && !this.#isReleased
  }

  /** It is in the page, hydrated or as the server wrote it. @returns what to do when the part leaves the page */
  enter(): () => void {
    this.#isInPage = true
    if (!this.#isHydrated) waiting.add(this)
    return () => this.#waitNoMore()
  }

  /** Called whenever it is drawn: the first time it is taken over, later something else is to stand in it. React would throw the server's elements away and draw the change anew, if it could not hydrate them first. */
  draw(): void {
    this.#isReleased ||= this.#isInPage
  }

  /** React has taken it over. */
  finish(): void {
    this.#isHydrated = true
    this.#waitNoMore()
  }

  #waitNoMore(): void {
    waiting.delete(this)
    if (waiting.size === 0) for (const resolve of whenNoneWaits.splice(0)) resolve()
  }
}

/** Ends the wait of all parts. React hydrates them in slices, and before all others what is pressed meanwhile. @returns resolves when none waits any more */
export function hydrateWaitingParts(): Promise<void> {
  isPersonThere = true
  arrival.resolve()
  return waiting.size === 0 ? Promise.resolve() : new Promise((resolve) => whenNoneWaits.push(resolve))
}

/**
 * From the first sign on no part waits any more. To be called when React listens already: it hydrates what an event is about as the event comes by.
 * @param prepare is asked before that, and gives what has to be done when the parts are hydrated, if it was for this event
 */
export function watchForPerson(prepare: (event: Event) => (() => void) | undefined): void {
  const signs = new AbortController()
  const options = { capture: true, passive: true, signal: signs.signal }
  let before = 0
  let prepared: (() => void) | undefined
  const see = (event: Event) => {
    before = waiting.size
    prepared = prepare(event)
    void hydrateWaitingParts()
  }
  const look = () => {
    if (waiting.size < before && prepared) void hydrateWaitingParts().then(prepared)
    if (waiting.size === 0) signs.abort()
  }
  for (const name of SIGNS) {
    addEventListener(name, see, options)
    document.addEventListener(name, look, options)
  }
}
