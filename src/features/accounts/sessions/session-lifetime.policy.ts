/**
 * How long a session lasts: from its last visit, and in all. An administrator's is short, as more can be done with it. In
 * `docs/operations.md` and in what the site says about privacy and cookies the same figures stand.
 */
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const LIFETIMES = {
  member: { idleMs: 30 * DAY_MS, absoluteMs: 90 * DAY_MS },
  administrator: { idleMs: 12 * HOUR_MS, absoluteMs: 7 * DAY_MS },
}

const lifetimeOf = (isAdmin: boolean) => LIFETIMES[isAdmin ? 'administrator' : 'member']

/** When a session ends that was begun at one moment and last seen at the other. */
export const sessionEnd = (isAdmin: boolean, begunAt: number, seenAt: number): number => {
  const { idleMs, absoluteMs } = lifetimeOf(isAdmin)
  return Math.min(begunAt + absoluteMs, seenAt + idleMs)
}

/** For its cookie. */
export const longestSessionS = (isAdmin: boolean): number => lifetimeOf(isAdmin).absoluteMs / 1000
