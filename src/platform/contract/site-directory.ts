/** Which sites there are on this installation, and which of them a host means. */
import type { Installation, Launcher, Log, Site } from './context.ts'

export interface SiteDirectory {
  /** The site that launches the others. */
  readonly main: Site
  /** The site that answers on a host; undefined when none does. */
  findByHost(host: string): Site | undefined
  /** Asked when `find` knows nobody: a site that is still to be opened. */
  findUnopenedByHost?(host: string, log: Log): Promise<Site | undefined>
  /** Asked when neither knows anybody: an administrator has suspended the site of this host. */
  isSuspended?(host: string): boolean
  /** Asked like it: the site of this host could not be opened. */
  isOutOfServiceAt?(host: string): boolean
  /** Whether this site still answers. */
  isOpen(site: Site): boolean
  list(): Site[]
  /** Set by whoever keeps answers: a site that comes back may not be what it was when they were made. */
  onOpened?: ((site: Site) => void) | undefined
  /** What a site may do with the others; only the main one may anything. */
  installationFor?(site: Site): Installation | undefined
  /** What a copy may ask the installation; undefined for the main site. */
  launcherFor?(site: Site): Launcher | undefined
}

/** An installation with the main site alone: it answers on every host. */
export const singleSiteDirectory = (site: Site): SiteDirectory => ({
  main: site,
  findByHost: () => site,
  isOpen: (one) => one === site,
  list: () => [site],
})
