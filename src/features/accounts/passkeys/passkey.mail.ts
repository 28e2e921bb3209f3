/** Security mails about passkeys. */
import { actionBlock, defineMail, textBlock, type MailContent } from '#features/mail/mail-template.service.ts'

interface MailData {
  person: string
  username: string
  accountLink: string
  passwordLink: string
}
const SAMPLE = {
  person: 'Ada Quill',
  username: 'ada',
  passkey: 'Telephone',
  accountLink: 'https://example.org/account?tab=security',
  passwordLink: 'https://example.org/forgot-password',
}

const write = ({ person, accountLink, passwordLink }: MailData, subject: string, text: string): MailContent => ({
  subject,
  blocks: [
    textBlock(`Hello ${person},`),
    textBlock(text),
    textBlock(
      'If it was you, you need not do anything. If it was not you, remove what you do not know on your account page, under Security:',
    ),
    actionBlock('Your account', accountLink),
    textBlock('Then set a new password:'),
    actionBlock('Set a new password', passwordLink),
  ],
})

export const passkeyAddedMail = defineMail<MailData & { passkey: string }>({
  name: 'accounts.passkey-added',
  label: 'A passkey was added',
  isSecurity: true,
  sample: SAMPLE,
  write: ({ name }, about) =>
    write(
      about,
      `A passkey was added at ${name}`,
      `a passkey with the name "${about.passkey}" was added to the account "${about.username}" at ${name}. Whoever has it can sign in
without your password.`,
    ),
})

export const passkeyRemovedMail = defineMail<MailData & { passkey: string }>({
  name: 'accounts.passkey-removed',
  label: 'A passkey was removed',
  isSecurity: true,
  sample: SAMPLE,
  write: ({ name }, about) =>
    write(
      about,
      `A passkey was removed at ${name}`,
      `the passkey with the name "${about.passkey}" was removed from the account "${about.username}" at ${name}. It opens nothing any
more. You can delete it from your device too.`,
    ),
})

export const passkeyCopiedMail = defineMail<MailData>({
  name: 'accounts.passkey-copied',
  label: 'A passkey may have been copied',
  isSecurity: true,
  sample: SAMPLE,
  write: ({ name }, about) =>
    write(
      about,
      `One of your passkeys at ${name} may have been copied`,
      `a passkey of the account "${about.username}" at ${name} counted backwards, as if there were two of it. It was refused.`,
    ),
})

export const passkeyMails = [passkeyAddedMail, passkeyRemovedMail, passkeyCopiedMail]
