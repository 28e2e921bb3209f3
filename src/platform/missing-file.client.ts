/** A page that was open during an update asks for files that the newer build no longer has: it is reloaded, once for each build. */

const KEY = 'reloaded for build'

/**
 * Listens for Vite's `vite:preloadError`: https://vite.dev/guide/build#load-error-handling
 * @param build anything that differs between two builds
 */
export function reloadOnMissingFile(build: string): void {
  addEventListener('vite:preloadError', () => void reloadOnce(build))
}

async function reloadOnce(build: string): Promise<void> {
  if (!markReload(build)) return
  // Without a connection a file is missing too, and a reload would lose the page that is there.
  const response = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (response?.ok) location.reload()
  else sessionStorage.removeItem(KEY)
}

/** @returns false when it was reloaded for this build already, or when that could not be remembered: it would be reloaded for ever */
function markReload(build: string): boolean {
  try {
    if (sessionStorage.getItem(KEY) === build) return false
    sessionStorage.setItem(KEY, build)
    return true
  } catch {
    return false
  }
}
