/** Which sites there are on this installation, and which of them a host means. */
import type { Site } from './context.ts'

export interface SiteDirectory {
  /** The site that answers on a host; undefined when none does. */
  find(host: string): Site | undefined
  list(): Site[]
}

/** An installation with the main site alone: it answers on every host. */
export const onlySite = (site: Site): SiteDirectory => ({ find: () => site, list: () => [site] })
