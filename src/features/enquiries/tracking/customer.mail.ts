/** Mails to customers. They contain nothing that the customer entered, as anyone can enter any address. */
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
const LINK_NOTE = textBlock('The link is yours alone: whoever has it can read the enquiry and write in your name. It works for a year.')

/** The first sentence; its beginning identifies the mail for erasure. */
const opening = ({ id, productName }: Omit<CustomerMail, 'link'>, text: string) =>
  textBlock(`${openingOfCustomerMail(id)}about ${productName} ${text}`)
export const openingOfCustomerMail = (id: number): string => `Your enquiry ${id} `

/** Omits product name and answer, which are text of the site's administrator. */
const writeRestricted =
  (news: string) =>
  ({ name }: MailSite, { id, link }: CustomerMail): MailContent => ({
    subject: `Your enquiry ${id}: ${news}`,
    blocks: [
      textBlock(`${openingOfCustomerMail(id)}at ${name}: ${news}.`),
      actionBlock('See your enquiry', link),
      LINK_NOTE,
      textBlock('If you did not send an enquiry, someone entered your address by mistake. You can erase the enquiry on its page.'),
    ],
  })

export const enquiryReceivedMail = defineMail<CustomerMail>({
  name: 'enquiries.received',
  label: 'An enquiry has arrived, to the customer',
  sample: SAMPLE,
  write: ({ name }, mail) => ({
    subject: `We have your enquiry: ${mail.productName}`,
    blocks: [
      opening(mail, `has arrived at ${name}. On its page you see what you asked, who looks after it and what they answer.`),
      actionBlock('See your enquiry', mail.link),
      textBlock('There you can also add to it, withdraw it or erase it.'),
      LINK_NOTE,
      textBlock('If you have not asked anything, somebody has typed your address by mistake. You can erase the enquiry there.'),
    ],
  }),
  writeRestricted: writeRestricted('we have received it'),
})

export const enquiryAnsweredMail = defineMail<CustomerMail & { who: string; answer: string }>({
  name: 'enquiries.answered',
  label: 'An enquiry is answered, to the customer',
  sample: { ...SAMPLE, who: 'Rae Hall', answer: 'It fits: it is 72 cm high.\nMay we ring you on Tuesday?' },
  write: (_site, { who, answer, ...mail }) => ({
    subject: `An answer to your enquiry: ${mail.productName}`,
    blocks: [opening(mail, `has an answer from ${who}:`), quoteBlock(answer), actionBlock('Read and reply', mail.link), LINK_NOTE],
  }),
  writeRestricted: writeRestricted('it has an answer'),
})

export const enquiryStatusMail = defineMail<CustomerMail & { status: string }>({
  name: 'enquiries.status',
  label: 'The status of an enquiry has changed, to the customer',
  sample: { ...SAMPLE, status: 'completed' },
  write: (_site, { status, ...mail }) => ({
    subject: `Your enquiry is now: ${customerStatusLabel(status)}`,
    blocks: [opening(mail, `is now: ${customerStatusLabel(status)}.`), actionBlock('See your enquiry', mail.link), LINK_NOTE],
  }),
  writeRestricted: writeRestricted('its status has changed'),
})

/** Identifies the mail for erasure: it is deleted with any of the enquiries that it lists. */
export const OPENING_OF_LINKS_MAIL = 'You asked for the links to your enquiries at '

export const enquiryLinksMail = defineMail<{ enquiries: readonly CustomerMail[] }>({
  name: 'enquiries.links',
  label: 'New links to all enquiries of an address, to the customer',
  sample: {
    enquiries: [SAMPLE, { id: 9, productName: 'Heat pump 6', link: 'https://example.org/enquiry-status/9~key' }],
  },
  write: ({ name }, { enquiries }) => linksContent(name, enquiries, ({ id, productName }) => `Enquiry ${id}: ${productName}`),
  writeRestricted: ({ name }, { enquiries }) => linksContent(name, enquiries, ({ id }) => `Enquiry ${id}`),
})

const linksContent = (siteName: string, enquiries: readonly CustomerMail[], titleOf: (enquiry: CustomerMail) => string): MailContent => ({
  subject: 'Links to your enquiries',
  blocks: [
    textBlock(`${OPENING_OF_LINKS_MAIL}${siteName}.`),
    ...enquiries.flatMap((enquiry) => [textBlock(titleOf(enquiry)), actionBlock('See your enquiry', enquiry.link)]),
    textBlock('Each link is yours alone: anyone who has it can read the enquiry and write in your name. It works for a year.'),
    textBlock('If you did not ask for this, you can ignore this mail.'),
  ],
})

/** To the administrators. */
export const customerMessageMail = defineMail<{ id: number; who: string; productName: string; message: string; link: string }>({
  name: 'enquiries.message',
  label: 'A customer has added to an enquiry',
  sample: { ...SAMPLE, who: 'Ada Quill', message: 'Tuesday is fine.', link: 'https://example.org/admin/enquiries?open=12' },
  write: (_site, { id, who, productName, message, link: url }) => ({
    subject: subjectOfCustomerMessage(id),
    blocks: [textBlock(`${who} writes about ${productName}:`), quoteBlock(message), linkBlock('Open the enquiry', url)],
  }),
  writeRestricted: (_site, { id, link: url }) => ({
    subject: subjectOfCustomerMessage(id),
    blocks: [textBlock('The customer has written.'), linkBlock('Open the enquiry', url)],
  }),
})
export const subjectOfCustomerMessage = (id: number): string => `Enquiry ${id}: the customer has written`

export const customerMails = [enquiryReceivedMail, enquiryAnsweredMail, enquiryStatusMail, enquiryLinksMail, customerMessageMail]
