/** A backslash is a slash to a browser, and a line break or a tab is nothing: `/\host` and `/⇥/host` are both another host's. */
const MISREAD = /[\\\p{Cc}]/u

/** Whether this is a web address, or the path of a picture of this site. */
export function isPictureUrl(text: string): boolean {
  if (MISREAD.test(text)) return false
  if (text.startsWith('/')) return !text.startsWith('//')
  return /^https?:\/\//i.test(text) && /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}
