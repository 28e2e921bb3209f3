/** Defines the weekly digest. It does not quote posts, which may have been removed by the time the mail is read. */
import { actionBlock, defineMail, linkBlock, textBlock, type MailBlock } from '#features/mail/mail-template.service.ts'
import type { DigestFrame } from '#features/notices/weekly-digest.service.ts'
import { formatCount } from '#wording/counts.ts'
import { NOUNS } from '#wording/nouns.ts'

export interface DigestSection {
  title: string
  items: readonly { text: string; link: string }[]
}
export interface DigestContent {
  sections: readonly DigestSection[]
  homeLink: string
}

const SAMPLE: DigestContent & DigestFrame = {
  person: 'Ada Quill',
  sections: [
    { title: 'Active topics', items: [{ text: '“Does a heat pump hum?” · 12 new replies', link: 'https://example.org/forum/2' }] },
    { title: 'Unanswered questions', items: [{ text: '“Which way should panels face?”', link: 'https://example.org/forum/3' }] },
    { title: 'New articles', items: [{ text: '“A warm house in winter”', link: 'https://example.org/articles/a-warm-house' }] },
    { title: 'New reviews', items: [{ text: 'Kettle: 4 stars', link: 'https://example.org/products/kettle?tab=reviews' }] },
  ],
  homeLink: 'https://example.org/',
  settingsLink: 'https://example.org/account?tab=notices',
  unsubscribeLink: 'https://example.org/notices/leave/weekly~key',
}

const toFooterBlocks = ({ homeLink, settingsLink }: DigestContent & DigestFrame, name: string): MailBlock[] => [
  actionBlock(`Go to ${name}`, homeLink),
  textBlock('You get this email once a week because you asked for it. You can change that:'),
  linkBlock('Email settings', settingsLink),
]

export const weeklyDigestMail = defineMail<DigestContent & DigestFrame>({
  name: 'recap.weekly',
  label: 'Weekly digest, to a member',
  sample: SAMPLE,
  write: ({ name }, mail) => ({
    subject: `Your week at ${name}`,
    blocks: [
      textBlock(`Hello ${mail.person},`),
      textBlock(`Here is what is new in your interests at ${name}.`),
      ...mail.sections.flatMap(({ title, items }) => [
        textBlock(`${title}:`),
        ...items.flatMap(({ text, link }) => [textBlock(text), linkBlock('View', link)]),
      ]),
      ...toFooterBlocks(mail, name),
    ],
    unsubscribeUrl: mail.unsubscribeLink,
  }),
  writeRestricted: ({ name, language }, mail) => {
    const total = mail.sections.reduce((sum, { items }) => sum + items.length, 0)
    return {
      subject: `Your week at ${name}`,
      blocks: [
        textBlock(`There are ${formatCount(total, NOUNS.update, language)} in your interests at ${name}.`),
        ...toFooterBlocks(mail, name),
      ],
      unsubscribeUrl: mail.unsubscribeLink,
    }
  },
})
