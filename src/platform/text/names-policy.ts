/** Names that read like the site's own voice: its staff, its guest account, a deleted member, or the site itself. */
import { foldConfusables } from './confusables.ts'

const foldWords = (words: string): string[] => words.split(' ').map(foldConfusables)
const foldName = (name: string): string => foldConfusables(name).replaceAll(' ', '')

const BEFORE = foldWords('the our site official real true')
const ROLES = foldWords(
  'staff admin admins administrator administrators administration moderator moderators mod mods moderation guest guests system support helpdesk operator webmaster sysadmin deleted deletedmember deleteduser deletedaccount closedaccount',
)
const AFTER = foldWords('team member user account desk official')
/** Within a longer name these are enough: `Admin Anna`. The others are also family names. */
const ROLE_WORDS = new Set(foldWords('admin administrator moderator'))

/**
 * @param siteNames the site's name and its operator's, where known
 * @returns whether a member could pass for someone else with this name
 */
export function isReservedName(name: string, siteNames: readonly string[] = []): boolean {
  const sites = siteNames.map(foldName).filter((one) => one.length > 1)
  // `staff2`: a number at the end does not make another name of it.
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

/** @returns whether the name of a tenant site could pass for its operator: the operator's name, or its staff. `Net Zero Leeds` could not. */
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

/** @returns where one of the words ends that starts at one of the positions */
const endsAfter = (text: string, starts: ReadonlySet<number>, words: readonly string[]): Set<number> =>
  new Set([...starts].flatMap((at) => words.filter((word) => text.startsWith(word, at)).map((word) => at + word.length)))

/** Like `endsAfter` for any number of words, none included. Each position is visited once, so no name takes long. */
function repeatedEnds(text: string, starts: ReadonlySet<number>, words: readonly string[]): Set<number> {
  const reached = new Set(starts)
  for (const at of reached) for (const end of endsAfter(text, new Set([at]), words)) reached.add(end)
  return reached
}
