/**
 * Idle and absolute session timeouts; shorter for administrators, whose sessions grant more. `docs/operations.md` and the site's privacy
 * and cookie texts state the same durations.
 */
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const LIFETIMES = {
  member: { idleMs: 30 * DAY_MS, absoluteMs: 90 * DAY_MS },
  administrator: { idleMs: 12 * HOUR_MS, absoluteMs: 7 * DAY_MS },
}

const lifetimeOf = (isAdmin: boolean) => LIFETIMES[isAdmin ? 'administrator' : 'member']

/** @returns when the session expires, in ms since the epoch like the parameters */
export const sessionExpiresAt = (isAdmin: boolean, startedAt: number, seenAt: number): number => {
  const { idleMs, absoluteMs } = lifetimeOf(isAdmin)
  return Math.min(startedAt + absoluteMs, seenAt + idleMs)
}

/** Absolute timeout in seconds, for the `Max-Age` of the cookie. */
export const maxSessionSeconds = (isAdmin: boolean): number => lifetimeOf(isAdmin).absoluteMs / 1000
