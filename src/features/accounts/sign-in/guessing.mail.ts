/** Mails that warn an account's owner about password or code guessing. */
import { actionBlock, defineMail, textBlock } from '#features/mail/mail-template.service.ts'

const SAMPLE = { person: 'Ada Quill', username: 'ada', link: 'https://example.org/forgot-password' }

export const passwordGuessedMail = defineMail<{ person: string; username: string; link: string }>({
  name: 'accounts.password-guessed',
  label: 'Somebody guesses a password',
  isSecurity: true,
  sample: SAMPLE,
  write: ({ name }, { person, username, link }) => ({
    subject: `Somebody is guessing your password at ${name}`,
    blocks: [
      textBlock(`Hello ${person},`),
      textBlock(`somebody has typed a wrong password for the account "${username}" at ${name} many times in a row. Nobody has got in,
and each further guess has to wait. Browsers you have signed in with before are not kept waiting.`),
      textBlock('If it was you, set a new password:'),
      actionBlock('Set a new password', link),
      textBlock(`If it was not you, you need not do anything as long as you use this password nowhere else. One-time codes, on your account
page, keep a guesser out even with the right password. We write at most once a day about this.`),
    ],
  }),
})

export const codesGuessedMail = defineMail<{ person: string; username: string; link: string }>({
  name: 'accounts.codes-guessed',
  label: 'Somebody may know a password',
  isSecurity: true,
  sample: SAMPLE,
  write: ({ name }, { person, username, link }) => ({
    subject: `Somebody may know your password at ${name}`,
    blocks: [
      textBlock(`Hello ${person},`),
      textBlock(`somebody has given the right password of the account "${username}" at ${name}, and then several wrong one-time codes.
They have not got in.`),
      textBlock('If it was not you, set a new password at once:'),
      actionBlock('Set a new password', link),
      textBlock('We write at most once a day about this.'),
    ],
  }),
})

export const guessingMails = [passwordGuessedMail, codesGuessedMail]
