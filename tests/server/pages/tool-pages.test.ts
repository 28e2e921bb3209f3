/** Pages of the tools and of the plan whose inputs are missing or invalid: a form with what was submitted, and a message per field. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BuiltApp } from '#app/build-app.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { buildTestApp, openTestSites, type TestSites } from '#tests/support/test-site.ts'

let home: TestSites
let built: BuiltApp
beforeAll(async () => {
  home = await openTestSites({ content: 'demo' })
  built = await buildTestApp({ sites: singleSiteDirectory(home.main), pages: true, actAs: () => null })
})
afterAll(async () => {
  await built.app.close()
  await home.close()
})

const openPage = async (url: string) => {
  const { statusCode, body } = await built.app.inject({ url })
  return { statusCode, html: body.slice(0, body.indexOf('</main>')) }
}
const findControls = (html: string, name: string) => html.match(new RegExp(`<(?:input|select)[^>]*name="${name}"[^>]*>`, 'g')) ?? []
/** Returns the message below a control; undefined if the control has none. */
const findMessage = (html: string, name: string): string | undefined => {
  const id = /id="([^"]*)"/.exec(findControls(html, name)[0] ?? '')?.[1]
  return id && new RegExp(`id="${id}-error"[^>]*>(?:<svg.*?</svg>)?([^<]*)`).exec(html)?.[1]
}

describe('a link to a tool', () => {
  test.each(['/tools/insulation?area=40', '/tools/solar?use=abc', '/tools/noise?power=x', '/tools/grants?nation=wales'])(
    '%s shows the form with status 200',
    async (url) => {
      const { statusCode, html } = await openPage(url)
      expect(statusCode).toBe(200)
      expect(html).toContain('aria-label="Your details"')
    },
  )

  test('without required inputs shows the submitted ones and a message per missing one', async () => {
    const { html } = await openPage('/tools/insulation?area=40&fuel=oil')
    expect(findControls(html, 'area')).toEqual([expect.stringContaining('value="40"')])
    expect(html).toContain('<option value="oil" selected="">')
    for (const name of ['uBefore', 'uAfter']) expect(findMessage(html, name), name).toBe('Please fill this in.')
  })

  test('with values that are no numbers, choices or dates shows them with a message at each', async () => {
    const { html } = await openPage('/tools/insulation?area=abc&uBefore=2&uAfter=1&fuel=peat')
    expect(findControls(html, 'area')).toEqual([expect.stringContaining('value="abc"')])
    expect(findMessage(html, 'area')).toContain('Enter a number')
    expect(html).toContain('<option value="peat" selected="">')
    expect(findMessage(html, 'fuel')).toContain('Choose one of these')
    expect(findControls(html, 'uBefore')).toEqual([expect.stringContaining('value="2"')])
  })

  test('with an invalid cell of a row or an invalid date shows them in controls that display them', async () => {
    const { html } = await openPage('/tools/solar?slopes=4:35:Q:none')
    expect(html).toContain('<option value="Q" selected="">')
    const [dateControl] = findControls((await openPage('/tools/grants?plans=solar&date=soon')).html, 'date')
    expect(dateControl).toContain('value="soon"')
    expect(dateControl).not.toContain('type="date"')
  })
})

describe('a link to a plan', () => {
  test('of a home in Northern Ireland asks for its own use and prices, and preserves the other inputs', async () => {
    const { statusCode, html } = await openPage('/plan?postcode=BT9&house=terrace&jobs=loft,solar')
    expect(statusCode).toBe(200)
    expect(html).toContain('Your plan needs more details')
    for (const name of ['consumption', 'fuelPrice', 'use', 'electricityPrice', 'export'])
      expect(findMessage(html, name), name).toContain('does not apply in Northern Ireland. Enter your own.')
    for (const [name, value] of Object.entries({ postcode: 'BT9', house: 'terrace', jobs: 'loft,solar' }))
      expect(html).toContain(`<input type="hidden" name="${name}" value="${value}"/>`)
    expect(html).not.toContain('Cost after grants')
  })

  test('with an invalid value shows it with a message', async () => {
    const { statusCode, html } = await openPage('/plan?people=many')
    expect(statusCode).toBe(200)
    expect(findControls(html, 'people')).toEqual([expect.stringContaining('value="many"')])
    expect(findMessage(html, 'people')).toContain('Enter a number')
  })

  test('with an unknown job shows the plan of the other jobs and a message', async () => {
    const { statusCode, html } = await openPage('/plan?jobs=palace,loft')
    expect(statusCode).toBe(200)
    expect(html).toContain('Left out of the plan')
    expect(html).not.toContain('palace</')
    expect(html).toContain('<h2>Top up the loft</h2>')
    expect(html).not.toContain('<h2>Stop draughts</h2>')
    expect((await openPage('/plan?jobs=loft')).html).not.toContain('Left out of the plan')
  })

  test('with unknown jobs only shows the plan of the jobs within the budget and a message', async () => {
    const { statusCode, html } = await openPage('/plan?jobs=palace,moat&budget=400')
    expect(statusCode).toBe(200)
    expect(html).toContain('Left out of the plan')
    expect(html).toContain('<h2>Stop draughts</h2>')
  })
})
