/** What the room adds to the types below it: its table of fetched pictures, and what other rooms say of theirs. */
import type { Context } from '#platform/contract/context.ts'
import type { Generated } from 'kysely'

/** Pictures that rows of a room name by another host's address. Only the room itself writes its rows. */
export interface RemotePictures {
  /** Some of the addresses, with what their picture shows. */
  list(ctx: Pick<Context, 'db'>, limit: number): Promise<{ url: string; alt: string }[]>
  replace(ctx: Pick<Context, 'db'>, from: string, to: string): Promise<void>
}

declare module '#platform/contract/feature.ts' {
  interface Feature {
    remotePictures?: readonly RemotePictures[]
    /** Which of these pictures among the uploads are its own, though they are not in the list of uploads. */
    pictureNames?(ctx: Pick<Context, 'db'>, names: readonly string[]): Promise<ReadonlySet<string>>
    /** Which pictures of the feature must not be served while what they belong to is hidden. */
    withheldPictureNames?(ctx: Pick<Context, 'db'>, names: readonly string[]): Promise<ReadonlySet<string>>
  }
}

declare module '#db/tables.ts' {
  interface Tables {
    remote_pictures: {
      id: Generated<number>
      url: string
      /** Null: not fetched, or not yet. */
      upload_name: string | null
      attempts: number
      /** Why the last attempt failed, for the administrator. */
      error: string | null
      /** Null: it is not tried again. */
      next_attempt_at: string | null
      created_at: string
    }
  }
}
