/** Defines caveats as tools and products return them. */
import { z } from '#platform/contract/zod.ts'

/** A safety note with its source. `text` is one paragraph of Markdown whose only markup is links. */
export const Caveat = z.object({
  key: z.string(),
  title: z.string(),
  text: z.string(),
  source: z.object({ title: z.string(), publisher: z.string(), url: z.string() }),
  /** Day on which the source was last checked. */
  checkedOn: z.string(),
})
