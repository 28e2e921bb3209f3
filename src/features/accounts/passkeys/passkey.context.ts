/** Declares the table `passkeys`. */
import type { Generated } from 'kysely'

declare module '#db/tables.ts' {
  interface Tables {
    passkeys: {
      id: Generated<number>
      user_id: number
      credential_id: string
      /** The host that the passkey was created for, and the only one on which it works. */
      host: string
      /** The COSE public key in base64url. */
      public_key: string
      counter: number
      /** Comma-separated transports such as `internal,hybrid`; empty if the browser reports none. */
      transports: string
      name: string
      is_backed_up: boolean
      created_at: string
      last_used_at: string | null
    }
  }
}
