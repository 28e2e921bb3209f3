/** Builds the titles of pages for browser tabs and search results. */

/** Max length of a title in characters. Search engines truncate longer ones. */
export const MAX_TITLE_LENGTH = 65

/**
 * Returns the title of the page, followed by as much of the site's name and tagline as fits. If the page has no title, returns the site's name
 * and, if it fits, the tagline.
 */
export function pageTitle(title: string | undefined, { name, tagline }: { name: string; tagline: string }): string {
  const siteTitles = [`${name} ${tagline}`.trim(), name]
  const candidates = title === undefined ? siteTitles : [...siteTitles.map((siteTitle) => `${title} | ${siteTitle}`), title]
  return candidates.find((candidate) => candidate.length <= MAX_TITLE_LENGTH) ?? candidates.at(-1) ?? name
}
