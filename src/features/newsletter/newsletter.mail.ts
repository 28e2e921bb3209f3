/** The confirmation mail (double opt-in). */
import { actionBlock, defineMail, textBlock } from '#features/mail/mail-template.service.ts'
import { UNCONFIRMED_DAYS } from './newsletter.policy.ts'

/** Beginning of the mail, to find it in the outbox for erasure. */
export const CONFIRMATION_MAIL_OPENING = 'Hello,\n\nsomebody, probably you, asked for the '

export const confirmSubscriptionMail = defineMail<{ confirmLink: string; unsubscribeLink: string }>({
  name: 'newsletter.confirm',
  label: 'A subscription is to be confirmed',
  sample: {
    confirmLink: 'https://example.org/newsletter/confirm?key=key',
    unsubscribeLink: 'https://example.org/newsletter/unsubscribe?key=key',
  },
  write: ({ name }, { confirmLink, unsubscribeLink }) => ({
    subject: `Please confirm: the ${name} newsletter`,
    blocks: [
      textBlock('Hello,'),
      textBlock(`somebody, probably you, asked for the ${name} newsletter at this address. To receive it, please confirm:`),
      actionBlock('Confirm the subscription', confirmLink),
      textBlock(`If it was not you, you need not do anything: nothing will be sent, and after
${UNCONFIRMED_DAYS} days your address is deleted.
You can leave whenever you like with the link at the end of this mail.`),
    ],
    unsubscribeUrl: unsubscribeLink,
  }),
})
