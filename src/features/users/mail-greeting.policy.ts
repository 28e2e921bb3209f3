import { cleanName } from '#wording/plain-name.ts'

interface Recipient {
  username: string
  displayName: string | null
  /** Null if the email is unconfirmed. Then the account may belong to an attacker who uses the site to send text to someone else's mailbox. */
  emailProvedAt: string | null
}

/** @returns the display name without URLs, or the username if the email is unconfirmed or nothing else remains of the display name */
export const getMailGreeting = ({ username, displayName, emailProvedAt }: Recipient): string =>
  emailProvedAt === null || !displayName ? username : cleanName(displayName, username)
