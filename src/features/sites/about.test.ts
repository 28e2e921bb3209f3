import { expect, test } from 'vitest'
import { openTestSite } from '#tests/support/test-site.ts'
import type { Currency } from './currency.policy.ts'
import type { Region } from './region.policy.ts'
import { getAboutEndpoint } from './site.contract.ts'

test('the about page mentions demo content only while there is some', async () => {
  for (const demoContent of [true, false]) {
    const site = await openTestSite({ settings: { demoContent } })
    const { body } = await site.call(null, getAboutEndpoint)
    expect(JSON.stringify(body).includes('Demo content.')).toBe(demoContent)
    expect(body[0].html).toContain('No manufacturer pays for a place here.')
    // Without demo content the rule for writers stays, and the invented writers and their list are omitted.
    const team = body.find(({ id }: { id: string }) => id === 'team')
    expect(team?.html).toContain('declares what could sway them')
    expect(/Sethi|Farrant|invented|<ul>/.test(team?.html ?? '')).toBe(demoContent)
    await site.close()
  }
})

test('DEPLOY-05 DEPLOY-06 the about page names the currency, law and places of the site’s region', async () => {
  const site = await openTestSite()
  const about = async (region: Region | null, currency: Currency): Promise<string> => {
    Object.assign(site.ctx.site.settings, { region, currency })
    site.caches.invalidate(site.ctx.site.id, ['settings'])
    const html = JSON.stringify((await site.call(null, getAboutEndpoint)).body)
    // All placeholders are replaced, and heading anchors are not part of the text.
    expect(html).not.toMatch(/\{[a-z]+\}/)
    return html
  }
  const british = /pounds|\bUK law|Information Commissioner’s Office|Northern Ireland/g
  const own: [Region, Currency, string[]][] = [
    ['eu', 'eur', ['thousands of euros', 'the law of the European Union', 'differ from country to country']],
    ['us', 'usd', ['thousands of dollars', 'the attorney general of your state', 'differ from state to state']],
    ['ca', 'cad', ['thousands of dollars', 'Privacy Commissioner of Canada', 'between provinces and territories']],
    ['au', 'aud', ['thousands of dollars', 'Australian law', 'between states and territories']],
  ]
  expect((await about(null, 'gbp')).match(british)).toHaveLength(5)
  expect((await about('uk', 'gbp')).match(british)).toHaveLength(5)
  expect(await about('uk', 'eur')).toContain('thousands of euros')
  for (const [region, currency, words] of own) {
    const html = await about(region, currency)
    expect(html.match(british), region).toBeNull()
    for (const word of words) expect(html).toContain(word)
  }
  await site.close()
})
