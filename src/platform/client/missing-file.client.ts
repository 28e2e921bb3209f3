/** A page that was open during an update asks for files that the newer build no longer has: it is reloaded, once for each build. */

const KEY = 'reloaded'

/**
 * Listens for Vite's `vite:preloadError`: https://vite.dev/guide/build#load-error-handling
 * @param build anything that differs between two builds
 */
export function reloadOnMissingFile(build: string): void {
  addEventListener('vite:preloadError', () => void reloadOnce(build))
}

async function reloadOnce(build: string): Promise<void> {
  if (!markReload(build)) return
  // Without a connection, or while the server restarts, a file is missing too, and a reload would replace the page with the browser's error
  // page. `navigator.onLine` is true as soon as there is any network.
  const response = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (response && response.status < 500) location.reload()
  else sessionStorage.removeItem(KEY)
}

/** @returns false when the page was reloaded for this build already, or when that cannot be stored: it would be reloaded without end */
function markReload(build: string): boolean {
  try {
    if (sessionStorage.getItem(KEY) === build) return false
    sessionStorage.setItem(KEY, build)
    return true
  } catch {
    return false
  }
}
