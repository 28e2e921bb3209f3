/** Characters that browsers read as a slash or ignore, so that `/\host` and `/⇥/host` lead to another host. */
const MISREAD_CHARACTERS = /[\\\p{Cc}]/u

/** Whether a text is an absolute http(s) URL or a path on this site. */
export function isPictureUrl(text: string): boolean {
  if (MISREAD_CHARACTERS.test(text)) return false
  if (text.startsWith('/')) return !text.startsWith('//')
  return /^https?:\/\//i.test(text) && /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}
