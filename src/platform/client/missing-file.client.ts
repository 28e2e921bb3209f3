const STORAGE_KEY = 'reloaded'

/**
 * Reloads the page, once per build, when a chunk is missing: a page that was open during a deployment requests chunks that the new build no
 * longer has. Listens for Vite's `vite:preloadError`: https://vite.dev/guide/build#load-error-handling
 * @param build anything that differs between two builds
 */
export function reloadOnMissingFile(build: string): void {
  addEventListener('vite:preloadError', () => void reloadOnce(build))
}

async function reloadOnce(build: string): Promise<void> {
  if (!markReload(build)) return
  // Offline, or while the server restarts, chunks cannot be loaded either, and a reload would show the browser's error page instead.
  // `navigator.onLine` is not enough: it is true on any network.
  const response = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (response && response.status < 500) location.reload()
  else sessionStorage.removeItem(STORAGE_KEY)
}

/**
 * Records the reload.
 * @returns false if the page was already reloaded for this build, or if that cannot be stored, which would cause a reload loop
 */
function markReload(build: string): boolean {
  try {
    if (sessionStorage.getItem(STORAGE_KEY) === build) return false
    sessionStorage.setItem(STORAGE_KEY, build)
    return true
  } catch {
    return false
  }
}
