/** Registry of the page's parts with deferred hydration (lazy-hydration.tsx), which starts at the first user interaction. */

/** Events that count as an interaction. Screen readers and scripts may click without a pointer; a failed image needs its fallback. */
const INTERACTION_EVENTS = 'pointermove pointerdown scroll keydown focusin click input change error'.split(' ')

const waiting = new Set<HydrationPart>()
const whenAllHydrated: (() => void)[] = []
let hasInteracted = false
const interaction = Promise.withResolvers<void>()

/** Resolves at the first interaction. */
export const firstInteraction: Promise<void> = interaction.promise

/** State of one deferred part. */
export class HydrationPart {
  #isInPage = false
  #isHydrated = false
  #isReleased = false

  /** Whether the part keeps the server's HTML for now. */
  get isDeferred(): boolean {
    return !hasInteracted && !this.#isReleased
  }

  /** Called when the part is mounted, hydrated or not. @returns cleanup for the unmount */
  onMount(): () => void {
    this.#isInPage = true
    if (!this.#isHydrated) waiting.add(this)
    return () => this.#stopWaiting()
  }

  /**
   * Called on each render. A render after the mount means that the content changes: the part is released, as React would otherwise discard
   * the server's elements and render on the client.
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
    waiting.delete(this)
    if (waiting.size === 0) for (const resolve of whenAllHydrated.splice(0)) resolve()
  }
}

/** Starts the hydration of all deferred parts, in time slices; React prioritises a clicked part. Resolves when all are hydrated. */
export function hydrateWaitingParts(): Promise<void> {
  hasInteracted = true
  interaction.resolve()
  return waiting.size === 0 ? Promise.resolve() : new Promise((resolve) => whenAllHydrated.push(resolve))
}

/**
 * Hydrates all parts at the first interaction. Call it after React has attached its listeners: React hydrates an event's target while the
 * event is dispatched.
 * @param prepare called with the event before React handles it; the returned function runs after hydration, if the event hydrated a part
 */
export function watchForInteraction(prepare: (event: Event) => (() => void) | undefined): void {
  const listeners = new AbortController()
  const options = { capture: true, passive: true, signal: listeners.signal }
  let waitingBefore = 0
  let prepared: (() => void) | undefined
  const beforeReact = (event: Event) => {
    waitingBefore = waiting.size
    prepared = prepare(event)
    void hydrateWaitingParts()
  }
  const afterReact = () => {
    if (waiting.size < waitingBefore && prepared) void hydrateWaitingParts().then(prepared)
    if (waiting.size === 0) listeners.abort()
  }
  for (const name of INTERACTION_EVENTS) {
    addEventListener(name, beforeReact, options)
    document.addEventListener(name, afterReact, options)
  }
}
