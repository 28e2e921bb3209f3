/** Defines the mail about a sign-in with an unknown browser. */
import { actionBlock, defineMail, factsBlock, textBlock } from '#features/mail/mail-template.service.ts'
import { formatLongDateTime } from '#wording/dates.ts'

export const newBrowserMail = defineMail<{ person: string; browser: string; at: string; link: string }>({
  name: 'accounts.new-browser',
  label: 'Sign-in with a new browser',
  isSecurity: true,
  sample: {
    person: 'Ada Quill',
    browser: 'Firefox on Linux',
    at: '2026-11-02T09:30:00.000Z',
    link: 'https://example.org/account?tab=sessions',
  },
  write: ({ name, language }, { person, browser, at, link }) => ({
    subject: `A new sign-in at ${name}`,
    blocks: [
      textBlock(`Hello ${person},`),
      textBlock(`Someone has signed in to your account at ${name} with a new browser.`),
      factsBlock([
        ['Browser', browser],
        ['When', `${formatLongDateTime(at, language)} (UTC)`],
      ]),
      textBlock('If it was you, you do not need to do anything. If it was not you, end that session and change your password:'),
      actionBlock('View your sessions', link),
    ],
  }),
})
