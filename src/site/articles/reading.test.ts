import { describe, expect, it } from 'vitest'
import { prepareReading } from './reading.ts'

describe('prepareReading', () => {
  it('gives every h2 an id of its own and lists them', () => {
    const { html, headings } = prepareReading('<h2>Cost &amp; <em>range</em></h2><p>a</p><h2>Cost &amp; range</h2><h3>No</h3>')
    expect(headings).toEqual([
      { id: 'cost-range', text: 'Cost & range' },
      { id: 'cost-range-2', text: 'Cost & range' },
    ])
    expect(html).toContain('<h2 id="cost-range" tabindex="-1">Cost &amp; <em>range</em></h2>')
    expect(html).toContain('<h3>No</h3>')
  })

  it('never takes an id of the page around it, nor an empty one', () => {
    expect(prepareReading('<h2>Main</h2><h2>???</h2>').headings.map(({ id }) => id)).toEqual(['main-2', 'section'])
  })

  it('lets tables scroll and leaves other text alone', () => {
    const { html } = prepareReading('<table><tbody></tbody></table><p>&lt;table&gt;</p>')
    expect(html).toBe(
      '<div class="table-scroll" tabindex="0" role="group" aria-label="Table 1"><table><tbody></tbody></table></div><p>&lt;table&gt;</p>',
    )
  })

  it('pulls a figure out of a quotation, and leaves a quotation alone', () => {
    const { html } = prepareReading(
      '<blockquote>\n<p><strong>12 %</strong> is lost.</p>\n</blockquote><blockquote><p>Warm.</p></blockquote>',
    )
    expect(html).toBe('<p class="pull"><b class="num">12 %</b><span>is lost.</span></p><blockquote><p>Warm.</p></blockquote>')
  })

  it('sets the sources apart, and the notes below them', () => {
    const { html, headings } = prepareReading(
      '<p>a</p><h2>Sources</h2><ul><li>b</li></ul><section class="footnotes"><h2>Notes</h2><ol></ol></section>',
    )
    expect(html).toBe(
      '<p>a</p><section class="sources" aria-labelledby="sources"><h2 id="sources" tabindex="-1">Sources</h2><ul><li>b</li></ul></section>' +
        '<section class="footnotes"><h2>Notes</h2><ol></ol></section>',
    )
    expect(headings).toEqual([{ id: 'sources', text: 'Sources' }])
  })
})
