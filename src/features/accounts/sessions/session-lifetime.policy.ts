/**
 * Defines the idle and absolute timeouts of sessions. They are shorter for administrators, whose sessions grant more access. Change
 * `docs/operations.md` and the privacy and cookie texts of the site together with these durations.
 */
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const LIFETIMES = {
  member: { idleMs: 30 * DAY_MS, absoluteMs: 90 * DAY_MS },
  administrator: { idleMs: 12 * HOUR_MS, absoluteMs: 7 * DAY_MS },
}

const getLifetime = (isAdmin: boolean) => LIFETIMES[isAdmin ? 'administrator' : 'member']

/** @returns when the session expires, in ms since the epoch */
export const sessionExpiresAt = (isAdmin: boolean, startedAtMs: number, seenAtMs: number): number => {
  const { idleMs, absoluteMs } = getLifetime(isAdmin)
  return Math.min(startedAtMs + absoluteMs, seenAtMs + idleMs)
}

/** @returns the absolute timeout in seconds, for the `Max-Age` of the cookie */
export const maxSessionSeconds = (isAdmin: boolean): number => getLifetime(isAdmin).absoluteMs / 1000
