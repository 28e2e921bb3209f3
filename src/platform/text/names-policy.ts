/** Names with which a member could impersonate the site: its staff, guest account, deleted members, or the site itself. */
import { foldConfusables } from './confusables.ts'

const foldWords = (words: string): string[] => words.split(' ').map(foldConfusables)
const foldName = (name: string): string => foldConfusables(name).replaceAll(' ', '')

const BEFORE = foldWords('the our site official real true')
const ROLES = foldWords(
  'staff admin admins administrator administrators administration moderator moderators mod mods moderation guest guests system support helpdesk operator webmaster sysadmin deleted deletedmember deleteduser deletedaccount closedaccount',
)
const AFTER = foldWords('team member user account desk official')
/** Reserved also within a longer name (`Admin Anna`); the other roles are also family names. */
const ROLE_WORDS = new Set(foldWords('admin administrator moderator'))

/**
 * Whether a name could pass for the site or its staff.
 * @param siteNames names of the site and its operator
 */
export function isReservedName(name: string, siteNames: readonly string[] = []): boolean {
  const sites = siteNames.map(foldName).filter((one) => one.length > 1)
  // Ignores a trailing number: `staff2`.
  return [name, name.replace(/[\d\s_-]+$/, '')].some((one) => {
    if (
      foldConfusables(one)
        .split(' ')
        .some((word) => ROLE_WORDS.has(word))
    )
      return true
    const joined = foldName(one)
    return sites.includes(joined) || isRole(joined, sites) || isTeamOfSite(joined, sites)
  })
}

/** Whether the name of a tenant site could pass for its operator or the operator's staff. `Net Zero Leeds` could not. */
export function isNameOfOperator(name: string, operatorName: string): boolean {
  const [joined, operator] = [foldName(name), foldName(operatorName)]
  if (operator === '' || !joined.includes(operator)) return false
  return joined === operator || isRole(joined, [operator]) || isTeamOfSite(joined, [operator])
}

const isRole = (joined: string, sites: readonly string[]): boolean => {
  const roles = endsAfter(joined, repeatedEnds(joined, new Set([0]), [...BEFORE, ...sites]), ROLES)
  return repeatedEnds(joined, roles, [...AFTER, ...sites]).has(joined.length) && joined !== ''
}

const isTeamOfSite = (joined: string, sites: readonly string[]): boolean => {
  const named = endsAfter(joined, repeatedEnds(joined, new Set([0]), BEFORE), sites)
  return repeatedEnds(joined, named, AFTER).has(joined.length)
}

/** @returns end positions of the words that begin at one of the positions */
const endsAfter = (text: string, starts: ReadonlySet<number>, words: readonly string[]): Set<number> =>
  new Set([...starts].flatMap((at) => words.filter((word) => text.startsWith(word, at)).map((word) => at + word.length)))

/** Like `endsAfter` for any number of words, including none. Visits each position once, so it takes linear time. */
function repeatedEnds(text: string, starts: ReadonlySet<number>, words: readonly string[]): Set<number> {
  const reached = new Set(starts)
  for (const at of reached) for (const end of endsAfter(text, new Set([at]), words)) reached.add(end)
  return reached
}
