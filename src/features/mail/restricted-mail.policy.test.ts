/** Tests mail from tenant sites that may send account mail only. */
import { expect, test } from 'vitest'
import { features } from '#app/features.ts'
import { noticeMails } from '#features/notices/notice.mail.ts'
import { toMailText, type AnyMailTemplate, type MailContent } from './mail-template.service.ts'
import { toRestrictedContent } from './restricted-mail.policy.ts'

const SITE = { name: 'Green Street', language: 'en-GB' }
const templates: readonly AnyMailTemplate[] = features.flatMap(({ mails = [] }) => mails)
const PHISHING = 'Your refund waits at https://evil.example/refund'

test('toRestrictedContent removes quotes, rich text and the URLs in other text, but keeps action links', () => {
  const content: MailContent = {
    subject: PHISHING,
    blocks: [
      { kind: 'text', text: `Hello ${PHISHING},\nsee evil.com/x` },
      { kind: 'facts', facts: [['Browser', PHISHING]] },
      { kind: 'quote', text: PHISHING },
      { kind: 'rich', html: PHISHING, text: PHISHING },
      { kind: 'action', label: 'Open it', url: 'https://green.example/notices' },
    ],
  }
  const restricted = toRestrictedContent(content)
  expect(JSON.stringify(restricted)).not.toContain('evil')
  expect(restricted.blocks.map(({ kind }) => kind)).toEqual(['text', 'facts', 'action'])
  expect(restricted.blocks.at(-1)).toBe(content.blocks.at(-1))
})

test.each(
  templates
    .filter(({ name }) => name.startsWith('accounts.') || name.startsWith('newsletter.'))
    .map((template) => [template.name, template] as const),
)('%s is unchanged on a restricted site, because it contains no user-generated text', (_name, template) => {
  const content = template.writeSample(SITE)
  expect(toMailText(toRestrictedContent(content))).toBe(toMailText(content))
})

test.each(noticeMails.map((template) => [template.name, template] as const))(
  '%s names neither topics nor members on a restricted site',
  (_name, template) => {
    const text = JSON.stringify(template.writeRestricted?.(SITE, template.sample))
    expect(text).not.toContain('Does a heat pump hum?')
    expect(text).not.toContain('Ada Quill')
    expect(text).not.toContain('Ben Moss')
    expect(text).toContain('You have 6 new notifications at Green Street.')
  },
)
