/** What passkeys add to the database. */
import type { Generated } from 'kysely'

declare module '#db/tables.ts' {
  interface Tables {
    passkeys: {
      id: Generated<number>
      user_id: number
      credential_id: string
      /** The only one that it works for. */
      host: string
      /** As the authenticator gave it (COSE), base64url. */
      public_key: string
      counter: number
      /** With commas between them. */
      transports: string
      name: string
      is_backed_up: boolean
      created_at: string
      last_used_at: string | null
    }
  }
}
