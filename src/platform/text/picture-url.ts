/** Browsers read a backslash as a slash and ignore tabs and line breaks: `/\host` and `/⇥/host` lead to another host. */
const MISREAD = /[\\\p{Cc}]/u

/** Whether a text is an http(s) URL or a path of this site. */
export function isPictureUrl(text: string): boolean {
  if (MISREAD.test(text)) return false
  if (text.startsWith('/')) return !text.startsWith('//')
  return /^https?:\/\//i.test(text) && /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}
