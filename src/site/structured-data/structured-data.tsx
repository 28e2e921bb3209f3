/** What a page says to machines, in the words of schema.org: a data block, which no browser runs and the policy for scripts allows. */
import type { Thing } from './vocabulary.ts'

/** `<` and the line ends that JSON allows and scripts did not: nothing in the data can end the block. */
const UNSAFE = /[<\u2028\u2029]/g
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const toJsonLd = (things: readonly (Thing | undefined)[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': things.filter((thing) => thing !== undefined) }).replace(UNSAFE, escaped)

interface StructuredDataProps {
  /** Only what the page shows to people, too. False in the browser (`import.meta.env.SSR && …`): machines read what the server wrote. */
  things: readonly (Thing | undefined)[] | false
}

export function StructuredData({ things }: StructuredDataProps) {
  const __html = import.meta.env.SSR ? toJsonLd(things || []) : '{}'
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html }} />
}
