/** Mails about passwords, and about a second factor that an administrator switched off. */
import { actionBlock, defineMail, textBlock } from '#features/mail/mail-template.service.ts'
import { formatLongDateTime } from '#wording/dates.ts'

const SAMPLE = { person: 'Ada Quill', username: 'ada', link: 'https://example.org/reset-password#key' }

export const passwordLinkMail = defineMail<{ person: string; username: string; link: string; isFirstProof: boolean }>({
  name: 'accounts.password-link',
  label: 'A link for a new password',
  isSecurity: true,
  sample: { ...SAMPLE, isFirstProof: true },
  write: ({ name }, { person, username, link, isFirstProof }) => ({
    subject: `Set a new password for ${name}`,
    blocks: [
      textBlock(`Hello ${person},`),
      textBlock(`a link to set a new password was requested for the account "${username}" at ${name}.
It works once, for one hour:`),
      actionBlock('Set a new password', link),
      ...(isFirstProof
        ? [
            textBlock(`This address is not confirmed for that account yet. Setting a new password confirms it, and removes everything that
opened the account before: sessions, passkeys, one-time codes and recovery codes.`),
          ]
        : []),
      textBlock('If you did not request it, ignore this mail: your password stays as it is.'),
    ],
  }),
})

export const adminPasswordLinkMail = defineMail<{ username: string; link: string }>({
  name: 'accounts.password-link-sent',
  label: 'A link for a new password, sent by an administrator',
  isSecurity: true,
  sample: SAMPLE,
  write: ({ name }, { username, link }) => ({
    subject: `Set a new password for ${name}`,
    blocks: [
      textBlock(`Hello ${username},`),
      textBlock(`an administrator of ${name} sends you this link, with which you can set a new password for the account
"${username}". It works once, for one hour:`),
      actionBlock('Set a new password', link),
      textBlock('If you do not need it, you need not do anything: your password stays as it is.'),
    ],
  }),
})

interface PasswordChange {
  person: string
  username: string
  at: string
  byLink: boolean
  link: string
  /** Names of the remaining passkeys. */
  passkeys: readonly string[]
  /** The link confirmed the email for the first time, which revoked all earlier access. */
  isFirstProof: boolean
}

export const passwordChangedMail = defineMail<PasswordChange>({
  name: 'accounts.password-changed',
  label: 'A password has changed',
  isSecurity: true,
  sample: {
    ...SAMPLE,
    at: '2026-11-02T09:30:00.000Z',
    byLink: true,
    link: 'https://example.org/forgot-password',
    passkeys: ['Telephone', 'Laptop'],
    isFirstProof: false,
  },
  write: ({ name, language }, { person, username, at, byLink, link, passkeys, isFirstProof }) => ({
    subject: `Your password at ${name} has changed`,
    blocks: [
      textBlock(`Hello ${person},`),
      textBlock(`the password of the account "${username}" at ${name} was changed on ${formatLongDateTime(at, language)} (UTC),
${byLink ? 'with the link from a mail to this address. All sessions' : 'on the account page. All other sessions'} were signed out.`),
      ...(isFirstProof
        ? [
            textBlock(`This confirmed your address for the account. Passkeys, one-time codes and recovery codes that were set up before no
longer open it.`),
          ]
        : []),
      ...(passkeys.length > 0
        ? [
            textBlock(`These passkeys still sign in without the password: ${passkeys.map((passkey) => `"${passkey}"`).join(', ')}. If you do
not recognise one of them, ask for a link to set a new password and select "Remove all passkeys" there.`),
          ]
        : []),
      textBlock('If you did not change it, ask for a link to set a new password at once:'),
      actionBlock('Ask for a link', link),
      textBlock(
        'Then change the password of this mailbox too, check what your account has posted, and write to the people who run the site.',
      ),
    ],
  }),
})

export const secondFactorOffMail = defineMail<{ username: string }>({
  name: 'accounts.second-factor-off',
  label: 'A second factor is switched off',
  isSecurity: true,
  sample: SAMPLE,
  write: ({ name }, { username }) => ({
    subject: `Your second factor at ${name} is switched off`,
    blocks: [
      textBlock(`Hello ${username},`),
      textBlock(`an administrator of ${name} has switched the second factor of your account off: one-time codes, and passkeys with
their recovery codes. You sign in with your password alone, and can set them up anew on your account page.`),
      textBlock('If you did not ask for it, please set a new password and write to the people who run the site at once.'),
    ],
  }),
})

export const passwordMails = [passwordLinkMail, adminPasswordLinkMail, passwordChangedMail, secondFactorOffMail]
