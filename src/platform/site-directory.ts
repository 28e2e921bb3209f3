/** Which sites there are on this installation, and which of them a host means. */
import type { Installation, Site } from './context.ts'

export interface SiteDirectory {
  /** The site that answers on a host; undefined when none does. */
  find(host: string): Site | undefined
  /** Asked when `find` knows nobody: a site that is still to be opened. */
  look?(host: string): Promise<Site | undefined>
  /** Asked when neither knows anybody: an administrator has suspended the site of this host. */
  isResting?(host: string): boolean
  list(): Site[]
  /** What a site may do with the others; only the main one may anything. */
  installationFor?(site: Site): Installation | undefined
}

/** An installation with the main site alone: it answers on every host. */
export const onlySite = (site: Site): SiteDirectory => ({ find: () => site, list: () => [site] })
