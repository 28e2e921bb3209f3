/** What other rooms declare of the mails that they write. */
import type { AnyMailTemplate } from './mail-template.service.ts'

declare module '#platform/contract/feature.ts' {
  interface Feature {
    /** Its mails, for the preview in the back-office: see `defineMail`. */
    mails?: readonly AnyMailTemplate[]
  }
}
