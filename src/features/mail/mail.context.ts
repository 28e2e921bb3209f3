/** Features declare their mail templates in `mails`. */
import type { AnyMailTemplate } from './mail-template.service.ts'

declare module '#platform/contract/feature.ts' {
  interface Feature {
    /** The feature's mail templates, for the preview in the back-office: see `defineMail`. */
    mails?: readonly AnyMailTemplate[]
  }
}
