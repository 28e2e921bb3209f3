/** Defines the mails that warn the owner of an account about password or code guessing. */
import { actionBlock, defineMail, textBlock } from '#features/mail/mail-template.service.ts'

const SAMPLE = { person: 'Ada Quill', username: 'ada', link: 'https://example.org/forgot-password' }

export const passwordGuessedMail = defineMail<{ person: string; username: string; link: string }>({
  name: 'accounts.password-guessed',
  label: 'Password guessing',
  isSecurity: true,
  sample: SAMPLE,
  write: ({ name }, { person, username, link }) => ({
    subject: `Someone is guessing your password at ${name}`,
    blocks: [
      textBlock(`Hello ${person},`),
      textBlock(
        `Someone has entered a wrong password for your account "${username}" at ${name} many times in a row. They did not get in, and we now slow down further attempts. Browsers that you have signed in with before are not affected.`,
      ),
      textBlock('If it was you and you have forgotten your password, set a new one:'),
      actionBlock('Set a new password', link),
      textBlock(
        `If it was not you, you do not need to do anything, unless you use the same password elsewhere. One-time codes, on your account page, protect your account even if someone knows your password. We send this email at most once a day.`,
      ),
    ],
  }),
})

export const codesGuessedMail = defineMail<{ person: string; username: string; link: string }>({
  name: 'accounts.codes-guessed',
  label: 'Password may be known',
  isSecurity: true,
  sample: SAMPLE,
  write: ({ name }, { person, username, link }) => ({
    subject: `Someone may know your password at ${name}`,
    blocks: [
      textBlock(`Hello ${person},`),
      textBlock(
        `Someone has entered the correct password for your account "${username}" at ${name}, and then several wrong one-time codes. They did not get in.`,
      ),
      textBlock('If it was not you, set a new password immediately:'),
      actionBlock('Set a new password', link),
      textBlock('We send this email at most once a day.'),
    ],
  }),
})

export const guessingMails = [passwordGuessedMail, codesGuessedMail]
