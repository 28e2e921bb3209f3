/**
 * A feed is read far from its page: every link and picture gets its whole address. For HTML that has come out of the
 * sanitiser, where an attribute always stands in double quotes and no tag holds a bare `>`.
 * @param page where the HTML stands: `https://example.org/articles/winter-range`
 */
export const absoluteLinks = (html: string, page: string): string =>
  html.replace(/<(?:a|img)\s[^>]*>/g, (tag) =>
    tag.replace(/\b(href|src)="([^"]*)"/g, (whole, name: string, address: string) => {
      const url = URL.parse(address, page)
      return url ? `${name}="${url.href}"` : whole
    }),
  )
