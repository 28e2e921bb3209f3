export const BLANK_ENQUIRY = { name: '', email: '', phone: '', address: '', notes: '' }
export type EnquiryValues = typeof BLANK_ENQUIRY

/** Names of the fields, in the order in which the form shows them. */
export const ENQUIRY_FIELDS = ['name', 'email', 'phone', 'address', 'notes'] as const
