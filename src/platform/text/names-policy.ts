/** Finds names with which a member could impersonate the site, its staff, its guest account or deleted members. */
import { foldConfusables } from './confusables.ts'

const foldWords = (words: string): string[] => words.split(' ').map(foldConfusables)
const foldName = (name: string): string => foldConfusables(name).replaceAll(' ', '')

const PREFIX_WORDS = foldWords('the our site official real true')
const ROLES = foldWords(
  'staff admin admins administrator administrators administration moderator moderators mod mods moderation guest guests system support helpdesk operator webmaster sysadmin deleted deletedmember deleteduser deletedaccount closedaccount',
)
const SUFFIX_WORDS = foldWords('team member user account desk official')
/** Words that are reserved also within a longer name, such as `Admin Anna`. The other roles are not, because some are family names. */
const ROLE_WORDS = new Set(foldWords('admin administrator moderator'))

/**
 * Whether a name could pass for the site, its staff, its guest account or a deleted member.
 * @param siteNames names of the site and its operator
 */
export function isReservedName(name: string, siteNames: readonly string[] = []): boolean {
  const foldedSiteNames = siteNames.map(foldName).filter((foldedName) => foldedName.length > 1)
  // A trailing number is ignored, as in `staff2`.
  return [name, name.replace(/[\d\s_-]+$/, '')].some((candidate) => {
    if (
      foldConfusables(candidate)
        .split(' ')
        .some((word) => ROLE_WORDS.has(word))
    )
      return true
    const foldedCandidate = foldName(candidate)
    return (
      foldedSiteNames.includes(foldedCandidate) ||
      isRole(foldedCandidate, foldedSiteNames) ||
      isTeamOfSite(foldedCandidate, foldedSiteNames)
    )
  })
}

/** Whether the name of a tenant site could pass for its operator `Net Zero` or the operator's staff. `Net Zero Leeds` could not. */
export function isNameOfOperator(name: string, operatorName: string): boolean {
  const [foldedSiteName, operator] = [foldName(name), foldName(operatorName)]
  if (operator === '' || !foldedSiteName.includes(operator)) return false
  return foldedSiteName === operator || isRole(foldedSiteName, [operator]) || isTeamOfSite(foldedSiteName, [operator])
}

/** Whether a folded name is a role such as `admin`, with optional words and site names before and after it. */
const isRole = (foldedName: string, sites: readonly string[]): boolean => {
  const roleEnds = findWordEnds(foldedName, findRepeatedWordEnds(foldedName, new Set([0]), [...PREFIX_WORDS, ...sites]), ROLES)
  return findRepeatedWordEnds(foldedName, roleEnds, [...SUFFIX_WORDS, ...sites]).has(foldedName.length) && foldedName !== ''
}

/** Whether a folded name is a site's name with optional words before and after it, such as `the…` or `…team`. */
const isTeamOfSite = (foldedName: string, sites: readonly string[]): boolean => {
  const siteNameEnds = findWordEnds(foldedName, findRepeatedWordEnds(foldedName, new Set([0]), PREFIX_WORDS), sites)
  return findRepeatedWordEnds(foldedName, siteNameEnds, SUFFIX_WORDS).has(foldedName.length)
}

/** @returns the end positions of all words that begin at one of the start positions */
const findWordEnds = (text: string, starts: ReadonlySet<number>, words: readonly string[]): Set<number> =>
  new Set([...starts].flatMap((start) => words.filter((word) => text.startsWith(word, start)).map((word) => start + word.length)))

/** Like `findWordEnds`, for sequences of any number of words, including none. It visits each position once, so it takes linear time. */
function findRepeatedWordEnds(text: string, starts: ReadonlySet<number>, words: readonly string[]): Set<number> {
  const reached = new Set(starts)
  for (const start of reached) for (const end of findWordEnds(text, new Set([start]), words)) reached.add(end)
  return reached
}
