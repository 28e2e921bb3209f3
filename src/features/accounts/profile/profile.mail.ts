/** Mails to confirm an email, and about changes of an account. */
import { actionBlock, defineMail, textBlock } from '#features/mail/mail-template.service.ts'

const SAMPLE = { person: 'Ada Quill', username: 'ada' }

export const confirmEmailMail = defineMail<{ person: string; username: string; link: string }>({
  name: 'accounts.confirm-email',
  label: 'An email address is to be confirmed',
  sample: { ...SAMPLE, link: 'https://example.org/confirm-email#key' },
  write: ({ name }, { person, username, link }) => ({
    subject: `Please confirm your email address at ${name}`,
    blocks: [
      textBlock(`Hello ${person},`),
      textBlock(`this address was given for the account "${username}" at ${name}. If it is your account, please confirm that this is
your email address. The link works once, for a week:`),
      actionBlock('Confirm this address', link),
      textBlock('If it is not your account, ignore this mail: the address does not belong to it until the link is used.'),
    ],
  }),
})

/** Sent to the account's owner when another sign-up or change uses the same email. */
export const emailTakenMail = defineMail<{ person: string; username: string; signInLink: string; passwordLink: string }>({
  name: 'accounts.email-taken',
  label: 'An address has an account already',
  sample: { ...SAMPLE, signInLink: 'https://example.org/sign-in', passwordLink: 'https://example.org/forgot-password' },
  write: ({ name }, { person, username, signInLink, passwordLink }) => ({
    subject: `You have an account at ${name} already`,
    blocks: [
      textBlock(`Hello ${person},`),
      textBlock(`somebody, perhaps you, has given this address for another account at ${name}. It belongs to your account "${username}",
and stays there. You sign in here:`),
      actionBlock('Sign in', signInLink),
      textBlock('If you have forgotten your password, ask for a link to set a new one:'),
      actionBlock('Set a new password', passwordLink),
      textBlock('If it was not you, you need not do anything. Whoever it was has not been told that you have an account.'),
    ],
  }),
})

export const emailChangedMail = defineMail<{ person: string }>({
  name: 'accounts.email-moved',
  label: 'An email address has changed',
  isSecurity: true,
  sample: SAMPLE,
  write: ({ name }, { person }) => ({
    subject: `Your email address at ${name} has changed`,
    blocks: [
      textBlock(`Hello ${person},`),
      textBlock(`your account at ${name} now has another email address. From here on mail goes there.`),
      textBlock('If it was not you who changed it, please write to the people who run the site at once.'),
    ],
  }),
})

export const emailCorrectedMail = defineMail<{ person: string }>({
  name: 'accounts.email-corrected',
  label: 'An administrator has changed an address',
  isSecurity: true,
  sample: SAMPLE,
  write: ({ name }, { person }) => ({
    subject: `Your email address at ${name} has changed`,
    blocks: [
      textBlock(`Hello ${person},`),
      textBlock(`an administrator of ${name} has given your account another email address. From here on mail goes there.`),
      textBlock('If you did not ask for it, please write to the people who run the site at once.'),
    ],
  }),
})

export const renamedMail = defineMail<{ before: string; after: string }>({
  name: 'accounts.renamed',
  label: 'An administrator has changed a username',
  isSecurity: true,
  sample: { before: 'ada', after: 'ada-quill' },
  write: ({ name }, { before, after }) => ({
    subject: `Your username at ${name} has changed`,
    blocks: [
      textBlock(`Hello ${after},`),
      textBlock(`an administrator of ${name} has changed your username from ${before} to ${after}. From here on you sign in as
${after}, or with your email address. Your password is the same as before.`),
      textBlock('If you did not ask for it, please write to the people who run the site.'),
    ],
  }),
})

/** Sent when a member resumes mail to a bounced email; if it bounces too, the email is suppressed again. */
export const mailResumedMail = defineMail<{ person: string; link: string }>({
  name: 'accounts.mail-resumed',
  label: 'Mail to an address is tried again',
  sample: { person: 'Ada Quill', link: 'https://example.org/account' },
  write: ({ name }, { person, link }) => ({
    subject: `We can send you mail from ${name} again`,
    blocks: [
      textBlock(`Hello ${person},`),
      textBlock(`mail from ${name} to this address came back, so we stopped sending it. You asked us to try again, and this mail has reached you.
You need not do anything. Your notices have what you may have missed:`),
      actionBlock('Open your account', link),
    ],
  }),
})

export const profileMails = [mailResumedMail, confirmEmailMail, emailTakenMail, emailChangedMail, emailCorrectedMail, renamedMail]
