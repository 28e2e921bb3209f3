/** Defines the mails about passwords, and about a second factor that an administrator switched off. */
import { actionBlock, defineMail, textBlock } from '#features/mail/mail-template.service.ts'
import { formatLongDateTime } from '#wording/dates.ts'

const SAMPLE = { person: 'Ada Quill', username: 'ada', link: 'https://example.org/reset-password#key' }

export const passwordLinkMail = defineMail<{ person: string; username: string; link: string; isFirstMailboxProof: boolean }>({
  name: 'accounts.password-link',
  label: 'Password reset',
  isSecurity: true,
  sample: { ...SAMPLE, isFirstMailboxProof: true },
  write: ({ name }, { person, username, link, isFirstMailboxProof }) => ({
    subject: `Set a new password for ${name}`,
    blocks: [
      textBlock(`Hello ${person},`),
      textBlock(
        `Someone, probably you, asked to reset the password of your account "${username}" at ${name}. The link works once, for one hour:`,
      ),
      actionBlock('Set a new password', link),
      ...(isFirstMailboxProof
        ? [
            textBlock(
              `Your email address is not confirmed yet. Setting a new password confirms it, and removes all sessions, passkeys, one-time codes and recovery codes of the account.`,
            ),
          ]
        : []),
      textBlock('If you did not ask for this, you can ignore this email: your password will not change.'),
    ],
  }),
})

export const adminPasswordLinkMail = defineMail<{ username: string; link: string }>({
  name: 'accounts.password-link-sent',
  label: 'Password reset, sent by an administrator',
  isSecurity: true,
  sample: SAMPLE,
  write: ({ name }, { username, link }) => ({
    subject: `Set a new password for ${name}`,
    blocks: [
      textBlock(`Hello ${username},`),
      textBlock(
        `An administrator of ${name} has sent you this link to set a new password for your account "${username}". It works once, for one hour:`,
      ),
      actionBlock('Set a new password', link),
      textBlock('If you do not need it, you can ignore this email: your password will not change.'),
    ],
  }),
})

interface PasswordChange {
  person: string
  username: string
  at: string
  byLink: boolean
  link: string
  /** The names of the passkeys that still sign in. */
  passkeys: readonly string[]
  /** Whether the link confirmed the email for the first time, which revoked all earlier access. */
  isFirstMailboxProof: boolean
}

export const passwordChangedMail = defineMail<PasswordChange>({
  name: 'accounts.password-changed',
  label: 'Password changed',
  isSecurity: true,
  sample: {
    ...SAMPLE,
    at: '2026-11-02T09:30:00.000Z',
    byLink: true,
    link: 'https://example.org/forgot-password',
    passkeys: ['Telephone', 'Laptop'],
    isFirstMailboxProof: false,
  },
  write: ({ name, language }, { person, username, at, byLink, link, passkeys, isFirstMailboxProof }) => ({
    subject: `Your password at ${name} has changed`,
    blocks: [
      textBlock(`Hello ${person},`),
      textBlock(
        `The password of your account "${username}" at ${name} was changed on ${formatLongDateTime(at, language)} (UTC), ${byLink ? 'with the link from an email to this address. All sessions' : 'on the account page. All other sessions'} were signed out.`,
      ),
      ...(isFirstMailboxProof
        ? [
            textBlock(
              `This also confirmed your email address. Passkeys, one-time codes and recovery codes that were set up before no longer work.`,
            ),
          ]
        : []),
      ...(passkeys.length > 0
        ? [
            textBlock(
              `These passkeys still sign in without the password: ${passkeys.map((passkey) => `"${passkey}"`).join(', ')}. If you do not recognise one of them, ask for a link to set a new password and choose "Remove all passkeys" there.`,
            ),
          ]
        : []),
      textBlock('If you did not change it, ask for a link to set a new password immediately:'),
      actionBlock('Ask for a link', link),
      textBlock('Then change the password of your email account too, check what your account has posted, and contact the site.'),
    ],
  }),
})

export const secondFactorOffMail = defineMail<{ username: string }>({
  name: 'accounts.second-factor-off',
  label: 'Second factor switched off',
  isSecurity: true,
  sample: SAMPLE,
  write: ({ name }, { username }) => ({
    subject: `Your second factor at ${name} is switched off`,
    blocks: [
      textBlock(`Hello ${username},`),
      textBlock(
        `An administrator of ${name} has switched off the second factor of your account: one-time codes, and passkeys with their recovery codes. You can now sign in with your password alone, and set them up again on your account page.`,
      ),
      textBlock('If you did not ask for this, please set a new password and contact the site immediately.'),
    ],
  }),
})

export const passwordMails = [passwordLinkMail, adminPasswordLinkMail, passwordChangedMail, secondFactorOffMail]
