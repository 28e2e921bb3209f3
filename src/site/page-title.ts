/** A page's title in the browser and in search results. */

/** Search results show about this many characters. */
export const TITLE_LENGTH = 65

/** The page's own title with as much of the site's behind it as there is room for; the site's alone where the page has none. */
export function pageTitle(title: string | undefined, { name, tagline }: { name: string; tagline: string }): string {
  const site = [`${name} ${tagline}`.trim(), name]
  const wished = title === undefined ? site : [...site.map((words) => `${title} | ${words}`), title]
  return wished.find((words) => words.length <= TITLE_LENGTH) ?? wished.at(-1) ?? name
}
