/** Rules of domain verification: a TXT record proves control of the DNS, and is rechecked regularly. */

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Delays after the first failed check, the second, …; then once a day. */
const RETRY_DELAYS = [MINUTE, 2 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR]
export const retryDelayMs = (failures: number): number => RETRY_DELAYS[failures - 1] ?? DAY
/** Recheck intervals of a verified domain, and of one whose record is missing. */
export const RECHECK_MS = DAY
export const RECHECK_MISSING_MS = HOUR
/** How long a verified domain is served without its record. */
const GRACE_DAYS = 7
export const graceEndsAt = (missingSince: string): string => new Date(Date.parse(missingSince) + GRACE_DAYS * DAY).toISOString()

/** Name and value of the TXT record. */
export const domainProofName = (domain: string): string => `_netzero-site.${domain}`
export const domainProofValue = (token: string): string => `netzero-site=${token}`

export const DOMAIN_STATES = ['proven', 'missing', 'waiting', 'taken', 'unserved'] as const
export type DomainState = (typeof DOMAIN_STATES)[number]
export const DOMAIN_PROBLEMS = ['no_record', 'other_value', 'unreachable', 'taken'] as const
export type DomainProblem = (typeof DOMAIN_PROBLEMS)[number]

/** @param texts values of the TXT records; undefined: no response @returns undefined if the record exists */
export function findDomainProblem(texts: readonly string[] | undefined, token: string): Exclude<DomainProblem, 'taken'> | undefined {
  if (texts === undefined) return 'unreachable'
  if (texts.some((text) => text.trim() === domainProofValue(token))) return undefined
  return texts.length === 0 ? 'no_record' : 'other_value'
}

/** Describes a problem, with what to do. */
export function describeDomainProblem(problem: DomainProblem, domain: string): string {
  const name = domainProofName(domain)
  return {
    no_record: `There is no TXT record at ${name} yet. A new record can take up to an hour to become visible.`,
    other_value: `There is a TXT record at ${name}, but its value is different. Please compare the two.`,
    unreachable: `The name servers of ${domain} did not respond. We will try again.`,
    taken: `Your record was found, but another copy has also verified ${domain} and uses it. Remove the record of that copy to use the domain here.`,
  }[problem]
}
