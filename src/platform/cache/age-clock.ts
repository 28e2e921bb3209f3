/** Tells how old something is, whatever happens to the machine's clock. */

/**
 * A clock that goes on with the machine's, and is not put back with it: what is kept for five minutes would be kept for a day otherwise.
 * When the machine's is put forward, or was asleep, it goes along.
 * @returns milliseconds since some moment, never fewer than the time before
 */
export function createAgeClock(): () => number {
  let age = 0
  let ran = performance.now()
  let said = Date.now()
  return () => {
    const [runs, says] = [performance.now(), Date.now()]
    age += Math.max(runs - ran, says - said, 0)
    ran = runs
    said = says
    return age
  }
}
