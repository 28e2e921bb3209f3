/** The name by which mail addresses a member. */
import { cleanName } from '#wording/plain-name.ts'

interface Addressee {
  username: string
  displayName: string | null
  /** `null`: the owner of the address has not proved it; the account may belong to an attacker who writes to them through the site. */
  emailProvedAt: string | null
}

/** @returns the display name without web addresses; the username where the address is not proved or nothing is left of the name */
export const getMailGreeting = ({ username, displayName, emailProvedAt }: Addressee): string =>
  emailProvedAt === null || !displayName ? username : cleanName(displayName, username)
