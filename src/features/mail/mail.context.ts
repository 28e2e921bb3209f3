/** Adds `mails` to features, where they declare their mail templates. */
import type { AnyMailTemplate } from './mail-template.service.ts'

declare module '#platform/contract/feature.ts' {
  interface Feature {
    /** Mail templates of the feature, previewed in the back-office; see `defineMail`. */
    mails?: readonly AnyMailTemplate[]
  }
}
