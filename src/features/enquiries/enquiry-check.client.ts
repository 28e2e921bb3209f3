import type { loadEnquiryForm } from './enquiry.client.ts'

export const BLANK_ENQUIRY = { name: '', email: '', phone: '', address: '', notes: '' }
export type EnquiryValues = typeof BLANK_ENQUIRY
export type EnquiryErrors = Partial<Record<keyof EnquiryValues, string | undefined>>

/** In the order they are asked. */
export const ENQUIRY_FIELDS = ['name', 'email', 'phone', 'address', 'notes'] as const

/** The first message of each field that is wrong. */
export function validateEnquiry(rules: Awaited<ReturnType<typeof loadEnquiryForm>>, values: EnquiryValues): EnquiryErrors {
  const result = rules.safeParse({ ...values, email: values.email.trim() })
  const errors: EnquiryErrors = {}
  for (const { path, message } of result.error?.issues ?? []) errors[path[0] as keyof EnquiryValues] ??= message
  return errors
}
