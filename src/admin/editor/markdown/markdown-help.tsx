import * as styles from './markdown-editor.module.css'

/** Extensions of Markdown: name, example of the syntax, and effect. */
const SYNTAX = [
  {
    name: 'Footnote',
    syntax: 'It loses 12%.[^1]\n\n[^1]: Measured in May 2026.',
    note: 'Put the mark after the text and the note anywhere below it. All notes appear at the end, each with a link back.',
  },
  {
    name: 'Picture with a caption',
    syntax: '![What the picture shows](/uploads/….webp "The caption")',
    note: 'On its own line. The text in brackets describes the picture for people who cannot see it; the caption appears below the picture.',
  },
  {
    name: 'Highlighted number',
    syntax: '> **330 kWh** is what the example saves in a year.',
    note: 'A quote that starts with a bold number. The number is shown large next to its text.',
  },
  {
    name: 'Price or rule',
    syntax: '{{cap.electricity}}, {{cap.electricity|prices}}',
    note: 'A value from Prices and rules by its key, with its unit. It updates automatically. After a bar: number of decimals, unit, range, low, high, date, prices, from, until, source, £. Add @ and a date for the value on that date: {{cap.electricity@2026-05}}.',
  },
  {
    name: 'Calculation',
    syntax: '{{= 2500 * cap.electricity / 100 | £}}',
    note: 'Use + - * /, brackets, min, max, round and abs. After the bar: £, p, %, share, kWh, kg or a number of decimals.',
  },
  {
    name: 'Conditional text',
    syntax: '{{if scop.flow-45 > 3}}It costs less.{{else}}It costs more.{{end}}',
    note: 'If the condition is no longer true, readers see the other text, and the article is listed under Prices and rules.',
  },
  {
    name: 'Tool',
    syntax: '::tool[noise]{power=54 distance=5 directivity=4}',
    note: 'On its own line: the tool’s name, and its inputs as in the URL of its page. Readers see a small form with the result.',
  },
  {
    name: 'Safety caveat',
    syntax: '{{caveat:r290-clearance}}',
    note: 'On its own line: a box with a safety note by its key, with its source. Products can have one in their description.',
  },
  {
    name: 'Sources',
    syntax: '## Sources\n\n- Ofgem, price cap, July 2026.',
    note: 'As the last section. It appears in small type below a line.',
  },
]

/** Renders the help on Markdown extensions, collapsed until it is opened. */
export function MarkdownHelp() {
  return (
    <details className={styles.mdHelp}>
      <summary>Footnotes, pictures, prices, tools, caveats and sources</summary>
      <dl>
        {SYNTAX.map(({ name, syntax, note }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <pre>{syntax}</pre>
              {note}
            </dd>
          </div>
        ))}
      </dl>
      <p>Articles with three or more headings get a table of contents.</p>
    </details>
  )
}
