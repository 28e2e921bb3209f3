/** Declares the tables of the mail ledger. */
declare module '#db/tables.ts' {
  interface Tables {
    /** How many mails this site has sent in an hour (UTC, `2026-01-31T09`), by kind. */
    mail_counts: { hour: string; kind: string; mails: number }
    mail_recipient_counts: {
      purpose: string
      /** HMAC of a normalised email address or of the id of an account; see `hashRecipient`. */
      recipient_hash: string
      mails: number
      window_ends_at: string
    }
    /** How many mails all sites have sent on a day (UTC, `2026-01-31`). Used on the main site only. */
    mail_budget_days: {
      day: string
      mails: number
      /** Number of mails among them that tenant sites have sent. */
      tenant_mails: number
    }
  }
}

export {}
