import { describe, expect, it } from 'vitest'
import { prepareArticleHtml } from './long-text.ts'

describe('prepareArticleHtml', () => {
  it('gives every h2 a unique id and returns a list of them', () => {
    const { html, headings } = prepareArticleHtml('<h2>Cost &amp; <em>range</em></h2><p>a</p><h2>Cost &amp; range</h2><h3>No</h3>')
    expect(headings).toEqual([
      { id: 'cost-range', text: 'Cost & range' },
      { id: 'cost-range-2', text: 'Cost & range' },
    ])
    expect(html).toContain(
      '<div class="heading"><h2 id="cost-range" tabindex="-1">Cost &amp; <em>range</em></h2> ' +
        '<a class="heading-link" href="#cost-range" aria-label="Link to “Cost &amp; range”">#</a></div>',
    )
    expect(html).toContain('<h3>No</h3>')
  })

  it('gives headings no reserved and no empty ids', () => {
    expect(prepareArticleHtml('<h2>Main</h2><h2>???</h2>').headings.map(({ id }) => id)).toEqual(['main-2', 'section'])
  })

  it('wraps tables in scroll containers and leaves other text unchanged', () => {
    const { html } = prepareArticleHtml('<table><tbody></tbody></table><p>&lt;table&gt;</p>')
    expect(html).toBe(
      '<div class="table-scroll" tabindex="0" role="group" aria-label="Table 1"><table><tbody></tbody></table></div><p>&lt;table&gt;</p>',
    )
  })

  it('turns a quotation with a bold number into a pull quote and leaves other quotations unchanged', () => {
    const { html } = prepareArticleHtml(
      '<blockquote>\n<p><strong>12%</strong> is lost.</p>\n</blockquote><blockquote><p>Warm.</p></blockquote>',
    )
    expect(html).toBe('<p class="pull"><b class="num">12%</b> <span>is lost.</span></p><blockquote><p>Warm.</p></blockquote>')
  })

  it('leaves a quotation of several blocks and a quotation after it unchanged', () => {
    const long = '<blockquote><p><strong>12%</strong> is lost.</p><p>So they say.</p></blockquote>'
    const list = '<blockquote><p><strong>3</strong> things:</p><ul><li>a</li></ul></blockquote><blockquote><p>Warm.</p></blockquote>'
    expect(prepareArticleHtml(long + list).html).toBe(long + list)
  })

  it('wraps the heading Sources and its list in a section that ends before the footnotes', () => {
    const { html, headings } = prepareArticleHtml(
      '<p>a</p><h2>Sources</h2><ul><li>b</li></ul><section class="footnotes"><h2>Notes</h2><ol></ol></section>',
    )
    expect(html).toBe(
      '<p>a</p><section class="sources" aria-labelledby="sources"><div class="heading"><h2 id="sources" tabindex="-1">Sources</h2> ' +
        '<a class="heading-link" href="#sources" aria-label="Link to “Sources”">#</a></div><ul><li>b</li></ul></section>' +
        '<section class="footnotes"><h2>Notes</h2><ol></ol></section>',
    )
    expect(headings).toEqual([{ id: 'sources', text: 'Sources' }])
  })

  it('returns a table of contents only for three or more headings', () => {
    expect(prepareArticleHtml('<h2>A</h2><h2>B</h2>').contents).toBeUndefined()
    expect(prepareArticleHtml('<h2>A</h2><h2>B</h2><h2>C</h2>').contents?.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })

  it('sets the size of known images and the srcset of uploads', () => {
    const { html } = prepareArticleHtml(
      '<img src="/art/articles/a.svg" alt=""><img src="/uploads/3f9ab2c1-1000x500.webp" alt=""><img src="https://example.org/a.png">',
    )
    expect(html).toContain('<img src="/art/articles/a.svg" width="800" height="560" alt="">')
    expect(html).toContain(
      '<img src="/uploads/3f9ab2c1-1000x500.webp" width="1000" height="500" srcset="/uploads/3f9ab2c1-1000x500/400.webp 400w, ',
    )
    expect(html).toContain('<img src="https://example.org/a.png">')
  })

  it('escapes quotes of a heading in the label of its link', () => {
    expect(prepareArticleHtml('<h2>The "best" <code>a&lt;b</code></h2>').html).toContain(
      'aria-label="Link to “The &quot;best&quot; a&lt;b”"',
    )
  })

  it('puts a no-break space between a number and its unit', () => {
    expect(prepareArticleHtml('<p>9.3 kWh in 4 h, 20 °C, 5 men and 3 Wharf Road</p>').html).toBe(
      '<p>9.3\u00a0kWh in 4\u00a0h, 20\u00a0°C, 5 men and 3 Wharf Road</p>',
    )
  })
})
