/** What enquiries add to every context, their table, and the rows of what was written about them. */
import type { Generated } from 'kysely'

declare module '#platform/contract/context.ts' {
  interface SiteSettings {
    /** Where new enquiries are announced; several addresses with commas between them, empty for nowhere. */
    enquiryEmail: string
    /** So many months after it was closed an enquiry is made anonymous; 0: never. */
    enquiryMonths: number
  }
}

declare module '#db/tables.ts' {
  interface Tables {
    enquiries: {
      id: Generated<number>
      name: string
      email: string
      phone: string
      address: string
      notes: string | null
      /** Of the notes. */
      version: Generated<number>
      customer_message: string | null
      /** When it was completed or cancelled. */
      closed_at: string | null
      /** Since when nothing of who asked is kept. */
      anonymised_at: string | null
      product_id: number | null
      product_name: string
      product_price: string
      status: Generated<string>
      user_id: number | null
      created_at: string
      search_text: Generated<string>
      is_demo: Generated<boolean>
      handled_by: Generated<number | null>
    }
    /** What was written to and fro about an enquiry after it was sent. */
    enquiry_messages: {
      id: Generated<number>
      enquiry_id: number
      /** The administrator who wrote it. */
      user_id: number | null
      is_from_customer: boolean
      content: string
      created_at: string
    }
  }
}

/** Nobody has anything to do with these any more. */
export const CLOSED_STATUSES = ['completed', 'cancelled'] as const
