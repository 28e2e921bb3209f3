/** Titles of pages in the browser and in search results. */

/** Maximum length of a title, in characters: search engines truncate longer ones. */
export const TITLE_LENGTH = 65

/** Returns the page's title, followed by as much of the site's name and tagline as fits; without a title, the site's alone. */
export function pageTitle(title: string | undefined, { name, tagline }: { name: string; tagline: string }): string {
  const siteTitles = [`${name} ${tagline}`.trim(), name]
  const candidates = title === undefined ? siteTitles : [...siteTitles.map((siteTitle) => `${title} | ${siteTitle}`), title]
  return candidates.find((candidate) => candidate.length <= TITLE_LENGTH) ?? candidates.at(-1) ?? name
}
