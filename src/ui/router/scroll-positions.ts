/** How far each entry of the browser's history was scrolled, so that going back leads to the same line. Kept for the tab. */
import type { Location } from 'react-router'

const STORAGE_KEY = 'scroll-positions'

export class ScrollPositions {
  #read?: Record<string, number>

  /** Asked for when somebody moves: the first look into the browser's store would hold up the page that is being taken over. */
  get #positions(): Record<string, number> {
    return (this.#read ??= read())
  }

  /** @returns pixels from the top, if one was there before */
  find({ key }: Location): number | undefined {
    return Object.hasOwn(this.#positions, key) ? this.#positions[key] : undefined
  }

  /** Of the page that was loaded: only one that was loaded anew, or gone back to, was there before. */
  findForFirst(location: Location): number | undefined {
    const [entry] = performance.getEntriesByType('navigation')
    return entry instanceof PerformanceNavigationTiming && entry.type === 'navigate' ? undefined : this.find(location)
  }

  save({ key }: Location): void {
    this.#positions[key] = scrollY
  }

  /** The browser scrolls no more by itself, and what is left by closing or loading anew is remembered. @returns how to stop */
  keep(current: () => Location): () => void {
    const takeOver = () => void (history.scrollRestoration = 'manual')
    const giveBack = () => {
      this.save(current())
      history.scrollRestoration = 'auto'
      try {
        sessionStorage.setItem(STORAGE_KEY, JSON.stringify(this.#positions))
      } catch {}
    }
    takeOver()
    addEventListener('pageshow', takeOver)
    addEventListener('pagehide', giveBack)
    return () => {
      removeEventListener('pageshow', takeOver)
      removeEventListener('pagehide', giveBack)
      history.scrollRestoration = 'auto'
    }
  }
}

function read(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}
