/** What invitations add to the database. */
import type { Generated } from 'kysely'

declare module '#db/tables.ts' {
  interface Tables {
    /** Links with which people may launch copies who otherwise may not. */
    launch_invitations: {
      id: Generated<number>
      token_hash: string
      /** For whom it is, in the administrator's words. */
      note: string
      max_uses: number
      /** Counted here: deleting a launched copy gives no use back. */
      uses: Generated<number>
      created_at: string
      expires_at: string
      revoked_at: string | null
      user_id: number | null
    }
  }
}
