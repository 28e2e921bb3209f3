/** A page that was open during an update asks for files that the newer build no longer has: it is reloaded, once for each build. */

const KEY = 'reloaded'

/**
 * Listens for Vite's `vite:preloadError`: https://vite.dev/guide/build#load-error-handling
 * @param build anything that differs between two builds
 */
export function reloadOnMissingFile(build: string): void {
  addEventListener('vite:preloadError', () => {
    // Without a connection a file is missing too, and a reload would lose the page that is there.
    if (!navigator.onLine) return
    try {
      if (sessionStorage.getItem(KEY) === build) return
      sessionStorage.setItem(KEY, build)
    } catch {
      // What cannot be remembered would be done again and again.
      return
    }
    location.reload()
  })
}
