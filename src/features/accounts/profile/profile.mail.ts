/** Defines the mails that confirm an email, and those about changes to an account. */
import { actionBlock, defineMail, textBlock } from '#features/mail/mail-template.service.ts'

const SAMPLE = { person: 'Ada Quill', username: 'ada' }

export const confirmEmailMail = defineMail<{ person: string; username: string; link: string }>({
  name: 'accounts.confirm-email',
  label: 'Confirm an email address',
  sample: { ...SAMPLE, link: 'https://example.org/confirm-email#key' },
  write: ({ name }, { person, username, link }) => ({
    subject: `Please confirm your email address at ${name}`,
    blocks: [
      textBlock(`Hello ${person},`),
      textBlock(
        `Please confirm that this is your email address. It was entered for the account "${username}" at ${name}. The link works once, for a week:`,
      ),
      actionBlock('Confirm email address', link),
      textBlock('If it is not your account, you can ignore this email: the address is not used for the account until it is confirmed.'),
    ],
  }),
})

/** Sent to the owner of an account if a sign-up or another account claims its email. */
export const emailTakenMail = defineMail<{ person: string; username: string; signInLink: string; passwordLink: string }>({
  name: 'accounts.email-taken',
  label: 'Email address already in use',
  sample: { ...SAMPLE, signInLink: 'https://example.org/sign-in', passwordLink: 'https://example.org/forgot-password' },
  write: ({ name }, { person, username, signInLink, passwordLink }) => ({
    subject: `You already have an account at ${name}`,
    blocks: [
      textBlock(`Hello ${person},`),
      textBlock(
        `Someone, perhaps you, tried to use this email address for another account at ${name}. It belongs to your account "${username}", which has not changed. You can sign in here:`,
      ),
      actionBlock('Sign in', signInLink),
      textBlock('If you have forgotten your password, you can set a new one:'),
      actionBlock('Set a new password', passwordLink),
      textBlock('If it was not you, you do not need to do anything. We have not told them that you have an account.'),
    ],
  }),
})

export const emailChangedMail = defineMail<{ person: string }>({
  name: 'accounts.email-moved',
  label: 'Email address changed',
  isSecurity: true,
  sample: SAMPLE,
  write: ({ name }, { person }) => ({
    subject: `Your email address at ${name} has changed`,
    blocks: [
      textBlock(`Hello ${person},`),
      textBlock(`The email address of your account at ${name} has changed. From now on we will send emails to the new address.`),
      textBlock('If you did not change it, please contact the site immediately.'),
    ],
  }),
})

export const emailCorrectedMail = defineMail<{ person: string }>({
  name: 'accounts.email-corrected',
  label: 'Email address changed by an administrator',
  isSecurity: true,
  sample: SAMPLE,
  write: ({ name }, { person }) => ({
    subject: `Your email address at ${name} has changed`,
    blocks: [
      textBlock(`Hello ${person},`),
      textBlock(
        `An administrator of ${name} has changed the email address of your account. From now on we will send emails to the new address.`,
      ),
      textBlock('If you did not ask for this, please contact the site immediately.'),
    ],
  }),
})

export const renamedMail = defineMail<{ before: string; after: string }>({
  name: 'accounts.renamed',
  label: 'Username changed by an administrator',
  isSecurity: true,
  sample: { before: 'ada', after: 'ada-quill' },
  write: ({ name }, { before, after }) => ({
    subject: `Your username at ${name} has changed`,
    blocks: [
      textBlock(`Hello ${after},`),
      textBlock(
        `An administrator of ${name} has changed your username from ${before} to ${after}. Please sign in as ${after}, or with your email address, from now on. Your password has not changed.`,
      ),
      textBlock('If you did not ask for this, please contact the site.'),
    ],
  }),
})

/** Sent when a member resumes mail to a bounced email. If this mail bounces too, the email is suppressed again. */
export const mailResumedMail = defineMail<{ person: string; link: string }>({
  name: 'accounts.mail-resumed',
  label: 'Email to an address resumed',
  sample: { person: 'Ada Quill', link: 'https://example.org/account' },
  write: ({ name }, { person, link }) => ({
    subject: `We can send you emails from ${name} again`,
    blocks: [
      textBlock(`Hello ${person},`),
      textBlock(
        `Emails from ${name} to this address bounced, so we stopped sending them. You asked us to try again, and this email has reached you. You do not need to do anything. See your notifications on the site for anything you may have missed:`,
      ),
      actionBlock('Open your account', link),
    ],
  }),
})

export const profileMails = [mailResumedMail, confirmEmailMail, emailTakenMail, emailChangedMail, emailCorrectedMail, renamedMail]
