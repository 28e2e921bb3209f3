/** Defines the mails to customers. They contain nothing that the customer entered, because anyone can enter any email address. */
import {
  actionBlock,
  defineMail,
  linkBlock,
  quoteBlock,
  textBlock,
  type MailContent,
  type MailSite,
} from '#features/mail/mail-template.service.ts'
import { customerStatusLabel } from './tracking.client.ts'

export interface CustomerMail {
  id: number
  productName: string
  /** URL of the customer's page. */
  link: string
}

const SAMPLE = { id: 12, productName: 'Wall battery 10', link: 'https://example.org/enquiry-status/12~key' }
const LINK_NOTE = textBlock('Keep this link private: anyone who has it can read the enquiry and write in your name. It works for a year.')

/** Returns the first sentence of a mail. Its beginning identifies the mail for erasure. */
const createOpening = ({ id, productName }: Omit<CustomerMail, 'link'>, text: string) =>
  textBlock(`${openingOfCustomerMail(id)}about ${productName} ${text}`)
export const openingOfCustomerMail = (id: number): string => `Your enquiry ${id} `

/** Returns a function that writes the mail without the product's name and the reply, which are texts by the site's administrators. */
const writeRestricted =
  (message: string) =>
  ({ name }: MailSite, { id, link }: CustomerMail): MailContent => ({
    subject: `Your enquiry ${id}: ${message}`,
    blocks: [
      textBlock(`${openingOfCustomerMail(id)}at ${name}: ${message}.`),
      actionBlock('View your enquiry', link),
      LINK_NOTE,
      textBlock('If you did not send an enquiry, someone entered your address by mistake. You can erase the enquiry on its page.'),
    ],
  })

export const enquiryReceivedMail = defineMail<CustomerMail>({
  name: 'enquiries.received',
  label: 'Enquiry received, to the customer',
  sample: SAMPLE,
  write: ({ name }, mail) => ({
    subject: `We have received your enquiry: ${mail.productName}`,
    blocks: [
      createOpening(mail, `has arrived at ${name}. On its page you can see your question, who is handling it and their replies.`),
      actionBlock('View your enquiry', mail.link),
      textBlock('There you can also add a message, or withdraw or erase the enquiry.'),
      LINK_NOTE,
      textBlock('If you did not send an enquiry, someone entered your address by mistake. You can erase the enquiry on its page.'),
    ],
  }),
  writeRestricted: writeRestricted('we have received it'),
})

export const enquiryAnsweredMail = defineMail<CustomerMail & { who: string; answer: string }>({
  name: 'enquiries.answered',
  label: 'Reply to an enquiry, to the customer',
  sample: { ...SAMPLE, who: 'Rae Hall', answer: 'It fits: it is 72 cm high.\nMay we ring you on Tuesday?' },
  write: (_site, { who, answer, ...mail }) => ({
    subject: `A reply to your enquiry: ${mail.productName}`,
    blocks: [createOpening(mail, `has a reply from ${who}:`), quoteBlock(answer), actionBlock('Read and reply', mail.link), LINK_NOTE],
  }),
  writeRestricted: writeRestricted('you have a reply'),
})

export const enquiryStatusMail = defineMail<CustomerMail & { status: string }>({
  name: 'enquiries.status',
  label: 'Enquiry status changed, to the customer',
  sample: { ...SAMPLE, status: 'completed' },
  write: (_site, { status, ...mail }) => ({
    subject: `Your enquiry is now: ${customerStatusLabel(status)}`,
    blocks: [createOpening(mail, `is now: ${customerStatusLabel(status)}.`), actionBlock('View your enquiry', mail.link), LINK_NOTE],
  }),
  writeRestricted: writeRestricted('its status has changed'),
})

/** Identifies the mail for erasure: the mail is deleted with any of the enquiries that it lists. */
export const OPENING_OF_LINKS_MAIL = 'You asked for the links to your enquiries at '

export const enquiryLinksMail = defineMail<{ enquiries: readonly CustomerMail[] }>({
  name: 'enquiries.links',
  label: 'Links to all enquiries of an email address, to the customer',
  sample: {
    enquiries: [SAMPLE, { id: 9, productName: 'Heat pump 6', link: 'https://example.org/enquiry-status/9~key' }],
  },
  write: ({ name }, { enquiries }) => writeLinksMail(name, enquiries, ({ id, productName }) => `Enquiry ${id}: ${productName}`),
  writeRestricted: ({ name }, { enquiries }) => writeLinksMail(name, enquiries, ({ id }) => `Enquiry ${id}`),
})

const writeLinksMail = (
  siteName: string,
  enquiries: readonly CustomerMail[],
  getTitle: (enquiry: CustomerMail) => string,
): MailContent => ({
  subject: 'Links to your enquiries',
  blocks: [
    textBlock(`${OPENING_OF_LINKS_MAIL}${siteName}.`),
    ...enquiries.flatMap((enquiry) => [textBlock(getTitle(enquiry)), actionBlock('View your enquiry', enquiry.link)]),
    textBlock('Keep these links private: anyone who has one can read the enquiry and write in your name. They work for a year.'),
    textBlock('If you did not ask for this, you can ignore this email.'),
  ],
})

/** Notifies the administrators of a message from a customer. */
export const customerMessageMail = defineMail<{ id: number; who: string; productName: string; message: string; link: string }>({
  name: 'enquiries.message',
  label: 'New message from a customer',
  sample: { ...SAMPLE, who: 'Ada Quill', message: 'Tuesday is fine.', link: 'https://example.org/admin/enquiries?open=12' },
  write: (_site, { id, who, productName, message, link: url }) => ({
    subject: subjectOfCustomerMessage(id),
    blocks: [textBlock(`${who} has written about ${productName}:`), quoteBlock(message), linkBlock('View the enquiry', url)],
  }),
  writeRestricted: (_site, { id, link: url }) => ({
    subject: subjectOfCustomerMessage(id),
    blocks: [textBlock('The customer has sent a message.'), linkBlock('View the enquiry', url)],
  }),
})
export const subjectOfCustomerMessage = (id: number): string => `Enquiry ${id}: the customer has written`

export const customerMails = [enquiryReceivedMail, enquiryAnsweredMail, enquiryStatusMail, enquiryLinksMail, customerMessageMail]
