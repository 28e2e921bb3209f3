/** Declares the table of the bulk mail permissions. */
declare module '#db/tables.ts' {
  interface Tables {
    /** Which tenant sites may send newsletters and import addresses; no row means `none`. Used on the main site only. */
    bulk_mail_permissions: {
      launch_id: number
      /** `unsettled` means that the site was launched before permissions existed; the state is decided when the site is next opened. */
      state: 'unsettled' | 'none' | 'requested' | 'allowed'
      requested_at: string | null
      requested_by: string | null
      changed_at: string
    }
  }
}

export {}
