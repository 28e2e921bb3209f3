/** The feature's tables. */
declare module '#db/tables.ts' {
  interface Tables {
    /** Mails that this site has sent in an hour (UTC, `2026-01-31T09`). */
    mail_counts: { hour: string; kind: string; mails: number }
    mail_recipient_counts: {
      purpose: string
      /** HMAC of a normalised email address or of an account's id: see `hashRecipient`. */
      recipient_hash: string
      mails: number
      window_ends_at: string
    }
    /** Main site only: mails that all sites have sent on a day (UTC, `2026-01-31`). */
    mail_budget_days: {
      day: string
      mails: number
      /** Mails of launched sites among them. */
      tenant_mails: number
    }
  }
}

export {}
