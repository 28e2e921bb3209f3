/**
 * Makes all link and image URLs absolute, for feeds.
 * @param html sanitised HTML: attributes are in double quotes and contain no unescaped `>`
 * @param page URL of the page that contains the HTML: `https://example.org/articles/winter-range`
 */
export const toAbsoluteLinks = (html: string, page: string): string =>
  html.replace(/<(?:a|img)\s[^>]*>/g, (tag) =>
    tag.replace(/\b(href|src)="([^"]*)"/g, (attribute, name: string, value: string) => {
      const url = URL.parse(value, page)
      return url ? `${name}="${url.href}"` : attribute
    }),
  )
