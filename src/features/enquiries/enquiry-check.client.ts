export const BLANK_ENQUIRY = { name: '', email: '', phone: '', address: '', notes: '' }
export type EnquiryValues = typeof BLANK_ENQUIRY

/** In display order. */
export const ENQUIRY_FIELDS = ['name', 'email', 'phone', 'address', 'notes'] as const
