/** Validates the HTML of every kind of page with html-validate. */
import { HtmlValidate, StaticConfigLoader, type ConfigData } from 'html-validate'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BuiltApp } from '#app/build-app.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { dailyPathsOf, OFFICE, OWN, PUBLIC } from '#tests/e2e/every-page.ts'
import { buildTestApp, openTestSites, type TestSites } from '#tests/support/test-site.ts'

const RULES: ConfigData = {
  root: true,
  extends: ['html-validate:recommended', 'html-validate:standard', 'html-validate:a11y'],
  rules: {
    // React serialises HTML in XML style and with DOM attribute names; browsers parse both alike.
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    // Lengths computed from data: bars, chart lines, picture positions. The CSP allows them.
    'no-inline-style': 'off',
    // One scrollable component gets the role region or group. A select cannot show the choices of a text field.
    'prefer-native-element': ['error', { exclude: ['region', 'listbox'] }],
  },
}

/** Accepted findings, by rule and selector. */
const KNOWN: { rule: string; at: RegExp }[] = [
  // The table of contents is rendered twice; CSS shows only one of the two.
  { rule: 'unique-landmark', at: /(details|div:nth-child\(2\)|div) > nav$/ },
  // Checkboxes of one group, and the cells of a row, share a name: the server reads all values.
  { rule: 'form-dup-name', at: /fieldset.* > (input|select)$/ },
  // Titles by members and authors are not shortened.
  { rule: 'long-title', at: /title$/ },
]

const ADMIN: Viewer = { id: 2, isAdmin: true, hasSecondFactor: true }
const validator = new HtmlValidate(new StaticConfigLoader(RULES))

let home: TestSites
let built: BuiltApp
let viewer: Viewer | null = null
beforeAll(async () => {
  home = await openTestSites({ content: 'demo' })
  built = await buildTestApp({ sites: singleSiteDirectory(home.main), pages: true, actAs: () => viewer })
})
afterAll(async () => {
  await built.app.close()
  await home.close()
})

describe.each([
  ['a visitor', null, dailyPathsOf(PUBLIC)],
  ['a member', ADMIN, dailyPathsOf(OWN)],
  ['an administrator', ADMIN, dailyPathsOf(OFFICE)],
])('HTML of pages for %s', (_role, actor, urls) => {
  test.each(urls)('%s is valid', async (url) => {
    viewer = actor
    const { body, headers } = await built.app.inject({ url })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const { results } = await validator.validateString(body)
    const found = results
      .flatMap(({ messages }) => messages)
      .filter(({ ruleId, selector }) => !KNOWN.some(({ rule, at }) => rule === ruleId && at.test(selector ?? '')))
    expect(found.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`)).toEqual([])
  })
})
