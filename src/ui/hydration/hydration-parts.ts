/** Registry of the page's parts whose hydration is deferred until the first user interaction (lazy-hydration.tsx). */

/** Events that start the hydration. Screen readers and scripts may click without a pointer; a failed image (`error`) needs its fallback. */
const INTERACTION_EVENTS = 'pointermove pointerdown scroll keydown focusin click input change error'.split(' ')

const waitingParts = new Set<HydrationPart>()
const allHydratedResolvers: (() => void)[] = []
let hasInteracted = false
const interaction = Promise.withResolvers<void>()

/** Resolves at the first interaction. */
export const firstInteraction: Promise<void> = interaction.promise

/** Hydration state of one deferred part. */
export class HydrationPart {
  #isInPage = false
  #isHydrated = false
  #isReleased = false

  /** Whether the part keeps the server's HTML for now. */
  get isDeferred(): boolean {
    return !hasInteracted && !this.#isReleased
  }

  /** Called when the part is mounted, hydrated or not. @returns a cleanup function to call on unmount */
  onMount(): () => void {
    this.#isInPage = true
    if (!this.#isHydrated) waitingParts.add(this)
    return () => this.#stopWaiting()
  }

  /**
   * Called on each render. A render after the mount means that the content changes. The part is then no longer deferred, because React
   * would discard the server's elements and render them on the client.
   */
  onRender(): void {
    this.#isReleased ||= this.#isInPage
  }

  /** Called when React has hydrated the part. */
  onHydrated(): void {
    this.#isHydrated = true
    this.#stopWaiting()
  }

  #stopWaiting(): void {
    waitingParts.delete(this)
    if (waitingParts.size === 0) for (const resolve of allHydratedResolvers.splice(0)) resolve()
  }
}

/**
 * Starts the hydration of all deferred parts. React hydrates them in time slices, a clicked part first.
 * @returns a promise that resolves when all are hydrated
 */
export function hydrateWaitingParts(): Promise<void> {
  hasInteracted = true
  interaction.resolve()
  return waitingParts.size === 0 ? Promise.resolve() : new Promise((resolve) => allHydratedResolvers.push(resolve))
}

/**
 * Starts the hydration of all parts at the first interaction. Call it after React has attached its listeners: React hydrates an event's
 * target while the event is dispatched.
 * @param prepare called with the event before React handles it; if the event hydrates a part, the returned function runs when all parts
 *   are hydrated
 */
export function watchForInteraction(prepare: (event: Event) => (() => void) | undefined): void {
  const listeners = new AbortController()
  const options = { capture: true, passive: true, signal: listeners.signal }
  let waitingCountBefore = 0
  let runAfterHydration: (() => void) | undefined
  const handleBeforeReact = (event: Event) => {
    waitingCountBefore = waitingParts.size
    runAfterHydration = prepare(event)
    void hydrateWaitingParts()
  }
  const handleAfterReact = () => {
    if (waitingParts.size < waitingCountBefore && runAfterHydration) void hydrateWaitingParts().then(runAfterHydration)
    if (waitingParts.size === 0) listeners.abort()
  }
  for (const name of INTERACTION_EVENTS) {
    addEventListener(name, handleBeforeReact, options)
    document.addEventListener(name, handleAfterReact, options)
  }
}
