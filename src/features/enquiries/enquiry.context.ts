/** Extends the types of the context and the database with the settings and tables of the enquiries feature. */
import type { Generated } from 'kysely'

declare module '#platform/contract/context.ts' {
  interface SiteSettings {
    /** Email addresses that get new enquiries, separated by commas; empty if none does. */
    enquiryEmail: string
    /** Number of months after which a closed enquiry is anonymised; 0 means never. */
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
      /** Version of the notes, used for optimistic concurrency. */
      version: Generated<number>
      customer_message: string | null
      /** When the enquiry was completed or cancelled; null if it is open, or if this is unknown for an imported one. */
      closed_at: string | null
      /** When the customer's data was removed; null if it has not been. */
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
    /** Contains the messages between customers and administrators. */
    enquiry_messages: {
      id: Generated<number>
      enquiry_id: number
      /** Id of the administrator who wrote the message; null if the customer wrote it. */
      user_id: number | null
      is_from_customer: boolean
      content: string
      created_at: string
    }
  }
}

/** Statuses of closed enquiries, which need no further action. */
export const CLOSED_STATUSES = ['completed', 'cancelled'] as const
