/** Defines the notification mails. They do not quote posts, which may have been removed by the time a mail is read. */
import {
  actionBlock,
  defineMail,
  linkBlock,
  textBlock,
  type MailBlock,
  type MailContent,
  type MailSite,
} from '#features/mail/mail-template.service.ts'
import { formatCount } from '#wording/counts.ts'
import { markDemo } from '#wording/demo-mark.ts'
import { cleanName } from '#wording/plain-name.ts'
import { NOUNS } from '#wording/nouns.ts'

export interface MailedNotice {
  kind: string
  title: string
  actor: string | null
  /** Number of items that have not been mailed before. */
  fresh: number
  link: string
  /** Whether the subject is demo content. */
  isDemo: boolean
}
interface NoticeMail {
  /** Name in the greeting. */
  person: string
  notices: readonly MailedNotice[]
  /** Number of further notices, which the mail does not list. */
  more: number
  listLink: string
  settingsLink: string
  /** URL that turns off only this kind of mail. */
  unsubscribeLink: string
}

const SAMPLE: NoticeMail = {
  person: 'Ada Quill',
  notices: [
    {
      kind: 'reply',
      title: 'Does a heat pump hum?',
      actor: 'Ben Moss',
      fresh: 1,
      link: 'https://example.org/forum/2?reply=9#reply-9',
      isDemo: false,
    },
    {
      kind: 'reply',
      title: 'Which way should panels face?',
      actor: 'Cy Rowe',
      fresh: 12,
      link: 'https://example.org/forum/3',
      isDemo: true,
    },
  ],
  more: 4,
  listLink: 'https://example.org/notices',
  settingsLink: 'https://example.org/account?tab=notices',
  unsubscribeLink: 'https://example.org/notices/leave/reply~key',
}

const formatNotice = (notice: MailedNotice, language: string): string => markDemo(formatTitle(notice, language), notice.isDemo)

function formatTitle({ kind, title, actor, fresh }: MailedNotice, language: string): string {
  if (kind !== 'reply') return title
  return fresh > 1
    ? `${formatCount(fresh, NOUNS.reply, language)} in “${title}”`
    : `${actor === null ? 'Someone' : cleanName(actor, 'Someone')} replied in “${title}”`
}

const toBlocks = ({ notices, more }: NoticeMail, language: string): MailBlock[] => [
  ...notices.flatMap((notice) => [textBlock(formatNotice(notice, language)), linkBlock('View', notice.link)]),
  ...(more > 0 ? [textBlock(`And ${more} more on the site.`)] : []),
]

const toFooterBlocks = ({ listLink, settingsLink }: NoticeMail): MailBlock[] => [
  actionBlock('View all notifications', listLink),
  textBlock('You can choose which emails you get, and how often:'),
  linkBlock('Email settings', settingsLink),
]

/** Writes a mail without topic titles and member names, because these are user-generated text. */
function writeWithoutTitles({ name, language }: MailSite, mail: NoticeMail): MailContent {
  const count = formatCount(mail.notices.length + mail.more, NOUNS.newNoticeWaits, language)
  return {
    subject: `New notifications at ${name}`,
    blocks: [textBlock(`You have ${count} at ${name}.`), ...toFooterBlocks(mail)],
    unsubscribeUrl: mail.unsubscribeLink,
  }
}

export const noticesMail = defineMail<NoticeMail>({
  name: 'notices.now',
  label: 'New notifications, to a member',
  sample: SAMPLE,
  write: ({ name, language }, mail) => {
    const [first] = mail.notices
    const isOne = mail.notices.length === 1 && mail.more === 0 && first
    return {
      subject: isOne ? formatNotice(first, language) : `New notifications at ${name}`,
      blocks: [textBlock(`Hello ${mail.person},`), ...toBlocks(mail, language), ...toFooterBlocks(mail)],
      unsubscribeUrl: mail.unsubscribeLink,
    }
  },
  writeRestricted: writeWithoutTitles,
})

export const digestMail = defineMail<NoticeMail>({
  name: 'notices.digest',
  label: 'Daily digest, to a member',
  sample: SAMPLE,
  write: ({ name, language }, mail) => ({
    subject: `Your day at ${name}`,
    blocks: [
      textBlock(`Hello ${mail.person},`),
      textBlock(`Here is what is new for you at ${name}.`),
      ...toBlocks(mail, language),
      ...toFooterBlocks(mail),
    ],
    unsubscribeUrl: mail.unsubscribeLink,
  }),
  writeRestricted: writeWithoutTitles,
})

export const noticeMails = [noticesMail, digestMail]
