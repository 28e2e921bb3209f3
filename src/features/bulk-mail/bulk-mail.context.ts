/** The feature's table. */
declare module '#db/tables.ts' {
  interface Tables {
    /** Main site only: which tenant sites may send newsletters and import addresses. No row means `none`. */
    bulk_mail_permissions: {
      launch_id: number
      /** `unsettled`: the site was launched before permissions existed; resolved when the site is next opened. */
      state: 'unsettled' | 'none' | 'requested' | 'allowed'
      requested_at: string | null
      requested_by: string | null
      changed_at: string
    }
  }
}

export {}
