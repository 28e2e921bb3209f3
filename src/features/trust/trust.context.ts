/** Adds the table and the setting of this feature. */
import type { Generated } from 'kysely'
import type { NewcomerLimits } from './trust.policy.ts'

declare module '#db/tables.ts' {
  interface Tables {
    /** Decisions of moderators about waiting posts, by the domains that these link to. */
    link_domains: { domain: string; approved: Generated<number>; rejected: Generated<number>; decided_at: string }
  }
}
declare module '#platform/contract/context.ts' {
  interface SiteSettings {
    /** Limits for new members. */
    newcomers: NewcomerLimits
  }
}
