/** Table types of passkeys. */
import type { Generated } from 'kysely'

declare module '#db/tables.ts' {
  interface Tables {
    passkeys: {
      id: Generated<number>
      user_id: number
      credential_id: string
      /** The host that the passkey was created for; it works nowhere else. */
      host: string
      /** COSE key, base64url. */
      public_key: string
      counter: number
      /** Comma-separated. */
      transports: string
      name: string
      is_backed_up: boolean
      created_at: string
      last_used_at: string | null
    }
  }
}
