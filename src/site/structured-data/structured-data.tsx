/** schema.org data as a JSON-LD block. Browsers do not execute it, and the content security policy allows it. */
import type { Thing } from './vocabulary.ts'

/** `<` and line separators are escaped, so that data cannot end the script element. */
const UNSAFE = /[<\u2028\u2029]/g
const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const toJsonLd = (things: readonly (Thing | undefined)[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': things.filter((thing) => thing !== undefined) }).replace(
    UNSAFE,
    escapeCharacter,
  )

interface StructuredDataProps {
  /** Only data that the page also shows. False in the browser (`import.meta.env.SSR && …`), as crawlers read the server's HTML. */
  things: readonly (Thing | undefined)[] | false
}

export function StructuredData({ things }: StructuredDataProps) {
  const __html = import.meta.env.SSR ? toJsonLd(things || []) : '{}'
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html }} />
}
