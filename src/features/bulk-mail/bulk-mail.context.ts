/** What this feature adds to the database. */
declare module '#db/tables.ts' {
  interface Tables {
    /** Of the main site alone: which tenant sites may send newsletters and import addresses. No row: `none`. */
    bulk_mail_permissions: {
      launch_id: number
      /** `unsettled`: launched before there were permissions; settled when the site is next opened. */
      state: 'unsettled' | 'none' | 'requested' | 'allowed'
      requested_at: string | null
      requested_by: string | null
      changed_at: string
    }
  }
}

export {}
