/** Table of fetched pictures, and the hooks by which other features declare their pictures. */
import type { Context } from '#platform/contract/context.ts'
import type { Generated } from 'kysely'

/** Rows of a feature that reference pictures on other hosts by URL. Only the feature itself writes its rows. */
export interface RemotePictures {
  /** Lists URLs of other hosts, with alternative texts. */
  list(ctx: Pick<Context, 'db'>, limit: number): Promise<{ url: string; alt: string }[]>
  /** Replaces the URL in all rows with that of the stored picture. */
  replace(ctx: Pick<Context, 'db'>, remoteUrl: string, uploadUrl: string): Promise<void>
}

declare module '#platform/contract/feature.ts' {
  interface Feature {
    remotePictures?: readonly RemotePictures[]
    /** Returns which of these uploaded pictures the feature uses without a row in `uploads`. */
    pictureNames?(ctx: Pick<Context, 'db'>, names: readonly string[]): Promise<ReadonlySet<string>>
    /** Returns which of these pictures must not be served, as they belong to hidden content. */
    withheldPictureNames?(ctx: Pick<Context, 'db'>, names: readonly string[]): Promise<ReadonlySet<string>>
  }
}

declare module '#db/tables.ts' {
  interface Tables {
    remote_pictures: {
      id: Generated<number>
      url: string
      /** Null: not fetched. */
      upload_name: string | null
      attempts: number
      /** Reason why the last attempt failed, for the administrator; null: none has failed. */
      error: string | null
      /** Null: no further attempt. */
      next_attempt_at: string | null
      created_at: string
    }
  }
}
