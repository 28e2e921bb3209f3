import * as styles from './markdown-editor.module.css'
/** What a long text can have, how each is written, and what becomes of it. */
const WAYS = [
  {
    what: 'Footnote',
    write: 'It loses 12%.[^1]\n\n[^1]: Measured in May 2026.',
    note: 'The mark stands where the figure stands, the note anywhere below it. Readers find all notes at the end, each with a way back.',
  },
  {
    what: 'Figure with a caption',
    write: '![What the picture shows](/uploads/….webp "The caption")',
    note: 'On a line of its own. The words in brackets are read to people who cannot see the picture; the caption stands below it for everyone.',
  },
  {
    what: 'Pulled figure',
    write: '> **330 kWh** is what the example saves in a year.',
    note: 'A quotation that begins with a number in bold. The number stands large beside its words.',
  },
  {
    what: 'Sources',
    write: '## Sources\n\n- Ofgem, price cap, July 2026.',
    note: 'As the last section of the text. It is set small below a line.',
  },
]

/** Folded up below the text: most days nobody needs it. */
export function MarkdownHelp() {
  return (
    <details className={styles.mdHelp}>
      <summary>Footnotes, figures and sources</summary>
      <dl>
        {WAYS.map(({ what, write, note }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <pre>{write}</pre>
              {note}
            </dd>
          </div>
        ))}
      </dl>
      <p>Three headings or more become a list of contents.</p>
    </details>
  )
}
