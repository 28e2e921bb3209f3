/** What is counted for administrators alone, apart from `nouns.ts` so that the pages of the site do not carry it. Where a verb goes with the noun, it is in the form. */
import type { PluralForms } from './counts.ts'

export const ADMIN_NOUNS = {
  address: { one: 'address', other: 'addresses' },
  copy: { one: 'copy', other: 'copies' },
  enquiry: { one: 'enquiry', other: 'enquiries' },
  entry: { one: 'entry', other: 'entries' },
  file: { one: 'file', other: 'files' },
  row: { one: 'row', other: 'rows' },
  site: { one: 'site', other: 'sites' },
  expert: { one: 'expert', other: 'experts' },
  expertArticle: { one: 'expert article', other: 'expert articles' },
  forumTopic: { one: 'forum topic', other: 'forum topics' },
  member: { one: 'member', other: 'members' },
  pageView: { one: 'page view', other: 'page views' },
  post: { one: 'post', other: 'posts' },
  thingInTrash: { one: 'thing in the trash', other: 'things in the trash' },
  user: { one: 'user', other: 'users' },
  visitor: { one: 'visitor', other: 'visitors' },
  word: { one: 'word', other: 'words' },
  enquiryWaits: { one: 'new enquiry waits for an answer', other: 'new enquiries wait for an answer' },
  postWaits: { one: 'post waits for approval', other: 'posts wait for approval' },
  mailFailed: { one: 'email could not be sent', other: 'emails could not be sent' },
  copyIsFull: { one: 'copy is at its limit', other: 'copies are at their limits' },
  articleIsDraft: { one: 'article is still a draft', other: 'articles are still drafts' },
  /** After "2 reviews and 1 reply". */
  fromPeople: {
    one: 'was written by real people on demo products and in demo topics. It goes too.',
    other: 'were written by real people on demo products and in demo topics. They go too.',
  },
} as const satisfies Record<string, PluralForms>
