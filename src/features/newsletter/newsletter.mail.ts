/** Defines the confirmation mail for double opt-in. */
import { actionBlock, defineMail, textBlock } from '#features/mail/mail-template.service.ts'
import { UNCONFIRMED_DAYS } from './newsletter.policy.ts'

/** First lines of the confirmation mail, current and earlier versions, by which it is found in the outbox for erasure. */
export const CONFIRMATION_MAIL_OPENINGS = [
  'Hello,\n\nPlease confirm that you want to receive the ',
  'Hello,\n\nsomebody, probably you, asked for the ',
]

export const confirmSubscriptionMail = defineMail<{ confirmLink: string; unsubscribeLink: string }>({
  name: 'newsletter.confirm',
  label: 'Confirm a subscription',
  sample: {
    confirmLink: 'https://example.org/newsletter/confirm?key=key',
    unsubscribeLink: 'https://example.org/newsletter/unsubscribe?key=key',
  },
  write: ({ name }, { confirmLink, unsubscribeLink }) => ({
    subject: `Please confirm: the ${name} newsletter`,
    blocks: [
      textBlock('Hello,'),
      textBlock(`Please confirm that you want to receive the ${name} newsletter at this email address:`),
      actionBlock('Confirm subscription', confirmLink),
      textBlock(
        `If you did not subscribe, you can ignore this email: we will not send you the newsletter, and we will delete your address after ${UNCONFIRMED_DAYS} days.`,
      ),
    ],
    unsubscribeUrl: unsubscribeLink,
  }),
})
