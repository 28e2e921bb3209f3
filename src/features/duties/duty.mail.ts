/** Mail to administrators when the review of a record is overdue. */
import { actionBlock, defineMail, textBlock } from '#features/mail/mail-template.service.ts'
import { NO_LEGAL_ADVICE } from './duties.policy.ts'

interface DutyReviewMail {
  /** Titles of the records. */
  titles: readonly string[]
  link: string
}

export const dutyReviewMail = defineMail<DutyReviewMail>({
  name: 'duties.review',
  label: 'Review of legal duties due, to administrators',
  sample: { titles: ['Illegal content risk assessment', 'Data retention'], link: 'https://example.org/admin/duties' },
  write: ({ name }, { titles, link }) => ({
    subject: titles.length === 1 ? `Review due at ${name}: ${titles[0]}` : `${titles.length} records of ${name} are due for review`,
    blocks: [
      textBlock(`These records about the legal duties of ${name} are due for review:`),
      ...titles.map((title) => textBlock(title)),
      textBlock('Check whether they are still right, and sign a new version. You get this email once.'),
      actionBlock('View legal duties', link),
      textBlock(NO_LEGAL_ADVICE),
    ],
  }),
})
