/** Tables of invitations. */
import type { Generated } from 'kysely'

declare module '#db/tables.ts' {
  interface Tables {
    /** Links that allow callers to launch sites who otherwise may not. */
    launch_invitations: {
      id: Generated<number>
      token_hash: string
      /** The administrator's note on the recipient. */
      note: string
      max_uses: number
      /** Deleting a launched site does not decrement it. */
      uses: Generated<number>
      created_at: string
      expires_at: string
      revoked_at: string | null
      user_id: number | null
    }
  }
}
