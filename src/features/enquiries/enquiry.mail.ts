/** Defines the mail that notifies the administrators of a new enquiry. */
import { defineMail, factsBlock, namedLinkBlock, quoteBlock, textBlock, toMailText } from '#features/mail/mail-template.service.ts'

export interface EnquiryMail {
  name: string
  email: string
  phone: string
  address: string
  notes: string | null
  productName: string
  productPrice: string
  link: string
}

export const newEnquiryMail = defineMail<EnquiryMail>({
  name: 'enquiries.new',
  label: 'New enquiry',
  sample: {
    name: 'Ada Quill',
    email: 'ada@example.org',
    phone: '01632 960001',
    address: '1 The Row\nHebden Bridge',
    notes: 'Would it fit under the stairs?\nThe space is 80 cm high.',
    productName: 'Wall battery 10',
    productPrice: '£4,200',
    link: 'https://example.org/admin/enquiries?open=12',
  },
  write: (_site, { name, email, phone, address, notes, productName, productPrice, link }) => ({
    subject: `New enquiry: ${productName}`,
    blocks: [
      textBlock(`${name} asks about ${productName} (${productPrice}).`),
      notes === null ? textBlock('There is no message.') : quoteBlock(notes),
      factsBlock([
        ['Name', name],
        ['Email', email],
        ['Phone', phone],
        ['Address', address],
      ]),
      namedLinkBlock('View the enquiry', link),
    ],
  }),
  writeRestricted: ({ name }, { link }) => ({
    subject: 'New enquiry',
    blocks: [textBlock(`A new enquiry has arrived at ${name}.`), namedLinkBlock('View the enquiry', link)],
  }),
})

/** Returns the subject and the beginning of the text of the mail about an enquiry, by which the mail is found in the outbox and erased. */
export function enquiryMailMatcher(enquiry: Omit<EnquiryMail, 'link'>): { subject: string; start: string } {
  const { subject, blocks } = newEnquiryMail.write({ name: '', language: '' }, { ...enquiry, link: '' })
  return { subject, start: toMailText({ subject, blocks: blocks.slice(0, -1) }).trimEnd() }
}
