/** Writes schema.org data into the page as JSON-LD. Browsers do not execute it, and the content security policy allows it. */
import type { Thing } from './vocabulary.ts'

/** Characters that are escaped: `<`, so that data cannot end the script element, and line separators. */
const UNSAFE_CHARACTERS = /[<\u2028\u2029]/g
const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const toJsonLd = (things: readonly (Thing | undefined)[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': things.filter((thing) => thing !== undefined) }).replace(
    UNSAFE_CHARACTERS,
    escapeCharacter,
  )

interface StructuredDataProps {
  /** Data that the page also shows. It is false in the browser (`import.meta.env.SSR && …`), because crawlers read the HTML from the server. */
  things: readonly (Thing | undefined)[] | false
}

export function StructuredData({ things }: StructuredDataProps) {
  const __html = import.meta.env.SSR ? toJsonLd(things || []) : '{}'
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html }} />
}
