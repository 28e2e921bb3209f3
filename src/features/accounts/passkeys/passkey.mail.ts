/** Defines the security mails about passkeys. */
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

const writePasskeyMail = ({ person, accountLink, passwordLink }: MailData, subject: string, text: string): MailContent => ({
  subject,
  blocks: [
    textBlock(`Hello ${person},`),
    textBlock(text),
    textBlock(
      'If it was you, you do not need to do anything. If it was not you, remove any passkeys that you do not recognise on your account page, under Security:',
    ),
    actionBlock('Go to your account', accountLink),
    textBlock('Then set a new password:'),
    actionBlock('Set a new password', passwordLink),
  ],
})

export const passkeyAddedMail = defineMail<MailData & { passkey: string }>({
  name: 'accounts.passkey-added',
  label: 'Passkey added',
  isSecurity: true,
  sample: SAMPLE,
  write: ({ name }, data) =>
    writePasskeyMail(
      data,
      `A passkey was added at ${name}`,
      `The passkey "${data.passkey}" was added to your account "${data.username}" at ${name}. It can be used to sign in without your password.`,
    ),
})

export const passkeyRemovedMail = defineMail<MailData & { passkey: string }>({
  name: 'accounts.passkey-removed',
  label: 'Passkey removed',
  isSecurity: true,
  sample: SAMPLE,
  write: ({ name }, data) =>
    writePasskeyMail(
      data,
      `A passkey was removed at ${name}`,
      `The passkey "${data.passkey}" was removed from your account "${data.username}" at ${name}. It can no longer be used to sign in. You can delete it from your device too.`,
    ),
})

export const passkeyCopiedMail = defineMail<MailData>({
  name: 'accounts.passkey-copied',
  label: 'Passkey may have been copied',
  isSecurity: true,
  sample: SAMPLE,
  write: ({ name }, data) =>
    writePasskeyMail(
      data,
      `One of your passkeys at ${name} may have been copied`,
      `A passkey of your account "${data.username}" at ${name} may have been copied, because its sign-in counter went backwards. We rejected the sign-in.`,
    ),
})

export const passkeyMails = [passkeyAddedMail, passkeyRemovedMail, passkeyCopiedMail]
