/**
 * Creates a monotonic clock for cache ages. Setting the system clock back does not extend the life of an entry; setting it forward, or
 * sleep of the machine, which `performance.now()` may not count, advances it.
 * @returns a function that returns milliseconds since an arbitrary moment, never fewer than at the last call
 */
export function createAgeClock(): () => number {
  let age = 0
  let lastMonotonic = performance.now()
  let lastDate = Date.now()
  return () => {
    const [monotonic, date] = [performance.now(), Date.now()]
    age += Math.max(monotonic - lastMonotonic, date - lastDate, 0)
    lastMonotonic = monotonic
    lastDate = date
    return age
  }
}
