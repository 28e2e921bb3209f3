/** Defines the rules of domain verification: a TXT record proves control of the DNS, and is checked regularly. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Delays after the first failed check, the second and so on; after the last one the domain is checked once a day. */
const RETRY_DELAYS_MS = [
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
]
export const retryDelayMs = (failures: number): number => RETRY_DELAYS_MS[failures - 1] ?? DAY_MS
/** Interval at which a verified domain is checked again. */
export const RECHECK_MS = DAY_MS
/** Interval at which a verified domain is checked while its record is missing. */
export const RECHECK_MISSING_MS = HOUR_MS
/** Number of days that a verified domain is served without its record. */
const GRACE_DAYS = 7
export const graceEndsAt = (missingSince: string): string => new Date(Date.parse(missingSince) + GRACE_DAYS * DAY_MS).toISOString()

/** Returns the name of the TXT record. */
export const domainProofName = (domain: string): string => `_netzero-site.${domain}`
/** Returns the value of the TXT record. */
export const domainProofValue = (token: string): string => `netzero-site=${token}`

export const DOMAIN_STATES = ['proven', 'missing', 'waiting', 'taken', 'unserved'] as const
export type DomainState = (typeof DOMAIN_STATES)[number]
export const DOMAIN_PROBLEMS = ['no_record', 'other_value', 'unreachable', 'taken'] as const
export type DomainProblem = (typeof DOMAIN_PROBLEMS)[number]

/** @param texts values of the TXT records; undefined: no name server responded @returns undefined if the record exists */
export function findDomainProblem(texts: readonly string[] | undefined, token: string): Exclude<DomainProblem, 'taken'> | undefined {
  if (texts === undefined) return 'unreachable'
  if (texts.some((text) => text.trim() === domainProofValue(token))) return undefined
  return texts.length === 0 ? 'no_record' : 'other_value'
}

/** Describes a problem to the administrator, with what to do. */
export function describeDomainProblem(problem: DomainProblem, domain: string): string {
  const name = domainProofName(domain)
  return {
    no_record: `There is no TXT record at ${name} yet. A new record can take up to an hour to become visible.`,
    other_value: `There is a TXT record at ${name}, but its value is different. Please compare the two.`,
    unreachable: `The name servers of ${domain} did not respond. We will try again.`,
    taken: `Your record was found, but another copy has also verified ${domain} and uses it. Remove the record of that copy to use the domain here.`,
  }[problem]
}
