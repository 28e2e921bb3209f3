/** The feature's settings and tables. */
import type { Generated } from 'kysely'

declare module '#platform/contract/context.ts' {
  interface SiteSettings {
    /** Recipients of new enquiries, separated by commas; empty: none. */
    enquiryEmail: string
    /** Months after closing until an enquiry is anonymised; 0: never. */
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
      /** Version of the notes, for optimistic concurrency. */
      version: Generated<number>
      customer_message: string | null
      /** When the enquiry was completed or cancelled. */
      closed_at: string | null
      /** When the customer's data were removed; null: not anonymised. */
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
    /** Messages between the customer and administrators. */
    enquiry_messages: {
      id: Generated<number>
      enquiry_id: number
      /** The administrator who wrote the message. */
      user_id: number | null
      is_from_customer: boolean
      content: string
      created_at: string
    }
  }
}

/** Statuses of enquiries that need no further action. */
export const CLOSED_STATUSES = ['completed', 'cancelled'] as const
