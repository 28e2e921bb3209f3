import { cleanName } from '#wording/plain-name.ts'

interface Recipient {
  username: string
  displayName: string | null
  /** `null`: the email is unconfirmed, so the account may belong to an attacker who uses the site to send text to the mailbox's owner. */
  emailProvedAt: string | null
}

/** @returns the display name without URLs; the username if the email is unconfirmed or no name is left */
export const getMailGreeting = ({ username, displayName, emailProvedAt }: Recipient): string =>
  emailProvedAt === null || !displayName ? username : cleanName(displayName, username)
