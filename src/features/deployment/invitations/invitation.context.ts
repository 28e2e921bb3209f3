/** Declares the table of invitations. */
import type { Generated } from 'kysely'

declare module '#db/tables.ts' {
  interface Tables {
    /** Invitation links, with which callers may launch sites who otherwise may not. */
    launch_invitations: {
      id: Generated<number>
      token_hash: string
      /** Note of the administrator, such as whom the invitation is for. */
      note: string
      max_uses: number
      /** Number of launches with the invitation; deleting a tenant site does not reduce it. */
      uses: Generated<number>
      created_at: string
      expires_at: string
      revoked_at: string | null
      user_id: number | null
    }
  }
}
