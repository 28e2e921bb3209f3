/** The sites of this installation, by host. */
import type { Installation, Launcher, Log, Site } from './context.ts'

export interface SiteDirectory {
  /** The site that launches the others. */
  readonly main: Site
  findByHost(host: string): Site | undefined
  /** Opens the site of a host that `findByHost` does not find. @returns undefined if there is none */
  findUnopenedByHost?(host: string, log: Log): Promise<Site | undefined>
  /** Whether an administrator has suspended the site of this host. Called if no site was found. */
  isSuspended?(host: string): boolean
  /** Whether the site of this host could not be opened. Called if no site was found. */
  isOutOfServiceAt?(host: string): boolean
  /** Whether the site still serves requests. */
  isOpen(site: Site): boolean
  list(): Site[]
  /** Set by the response cache: a reopened site may have changed, so its entries are dropped. */
  onOpened?: ((site: Site) => void) | undefined
  /** Returns undefined for every site but the main one. */
  installationFor?(site: Site): Installation | undefined
  /** Returns undefined for the main site. */
  launcherFor?(site: Site): Launcher | undefined
}

/** Creates a directory with the main site alone, which is found for every host. */
export const singleSiteDirectory = (site: Site): SiteDirectory => ({
  main: site,
  findByHost: () => site,
  isOpen: (other) => other === site,
  list: () => [site],
})
