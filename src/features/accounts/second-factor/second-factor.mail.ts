/** Defines the mail about one-time codes that were switched on or off. */
import { actionBlock, defineMail, textBlock } from '#features/mail/mail-template.service.ts'

export const codesSwitchedMail = defineMail<{ person: string; isOn: boolean; link: string }>({
  name: 'accounts.codes-switched',
  label: 'One-time codes switched on or off',
  isSecurity: true,
  sample: { person: 'Ada Quill', isOn: false, link: 'https://example.org/account?tab=security' },
  write: ({ name }, { person, isOn, link }) => ({
    subject: `One-time codes at ${name} are switched ${isOn ? 'on' : 'off'}`,
    blocks: [
      textBlock(`Hello ${person},`),
      textBlock(`One-time codes were switched ${isOn ? 'on' : 'off'} for your account at ${name}.`),
      textBlock(
        'If it was you, you do not need to do anything. If it was not you, change your password immediately and check your account:',
      ),
      actionBlock('Go to your account', link),
    ],
  }),
})
