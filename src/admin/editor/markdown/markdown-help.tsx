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
    what: 'Price or rule',
    write: '{{cap.electricity}}, {{cap.electricity|prices}}',
    note: 'A figure of the register by its key, with its unit; it follows the register. Behind a bar: a number of decimals, unit, range, low, high, date, prices, from, until, source, £. A day behind @ asks for what held then: {{cap.electricity@2026-05}}.',
  },
  {
    what: 'Sum of figures',
    write: '{{= 2500 * cap.electricity / 100 | £}}',
    note: 'Plus, minus, times, divided by, brackets, min, max, round, abs. Behind the bar: £, p, %, share, kWh, kg or a number of decimals.',
  },
  {
    what: 'Sentence that hangs on a figure',
    write: '{{if scop.flow-45 > 3}}It costs less.{{else}}It costs more.{{end}}',
    note: 'When it stops holding, readers get the other form and the text is listed under Prices and rules.',
  },
  {
    what: 'Tool',
    write: '::tool[noise]{power=54 distance=5 directivity=4}',
    note: 'On a line of its own: the tool’s name, and its inputs as they stand in the address of its page. Readers get a small form with the result.',
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
      <summary>Footnotes, figures, prices, tools and sources</summary>
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
