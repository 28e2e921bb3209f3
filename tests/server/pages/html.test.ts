/** The HTML of every kind of page, held against the standard by a validator that nobody here wrote. */
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
    // How React writes HTML: as XML would have it, and with the names of the DOM. To a browser it is the same.
    'void-style': 'off',
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    // Lengths that come from data: a bar, a line of figures, the place of a picture. The policy allows it.
    'no-inline-style': 'off',
    // One component is a region or a group by its role, and scrolls.
    'prefer-native-element': ['error', { exclude: ['region'] }],
  },
}

/** What is known, by rule and place. */
const KNOWN: { rule: string; at: RegExp }[] = [
  // The contents beside an article and folded above it are one list: the styles show either one or the other.
  { rule: 'unique-landmark', at: /(details|div:nth-child\(2\)|div) > nav$/ },
  // Boxes of one choice, and the cells of a row, share a name: the server reads all of its values.
  { rule: 'form-dup-name', at: /fieldset.* > (input|select)$/ },
  // Titles that members and authors have made are shown whole.
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
])('as %s sees it', (_who, who, addresses) => {
  test.each(addresses)('%s', async (url) => {
    viewer = who
    const { body, headers } = await built.app.inject({ url })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const { results } = await validator.validateString(body)
    const found = results
      .flatMap(({ messages }) => messages)
      .filter(({ ruleId, selector }) => !KNOWN.some(({ rule, at }) => rule === ruleId && at.test(selector ?? '')))
    expect(found.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`)).toEqual([])
  })
})
