import { expect, test } from 'vitest'
import { openTestSite } from '#tests/support/test-site.ts'
import type { Currency } from './currency.policy.ts'
import type { Region } from './region.policy.ts'
import { getAboutEndpoint } from './site.contract.ts'

test('the about page says that there is demo content only while there is', async () => {
  for (const demoContent of [true, false]) {
    const site = await openTestSite({ settings: { demoContent } })
    const { body } = await site.call(null, getAboutEndpoint)
    expect([demoContent, JSON.stringify(body).includes('Demo content.')]).toEqual([demoContent, demoContent])
    expect(body[0].html).toContain('No manufacturer pays for a place here.')
    // The team is real on a site of somebody's own: the rule for writers stays, the invented ones and their list go.
    const team = body.find((one: { id: string }) => one.id === 'team')
    expect(team?.html).toContain('declares what could sway them')
    expect([demoContent, /Sethi|Farrant|invented|<ul>/.test(team?.html ?? '')]).toEqual([demoContent, demoContent])
    await site.close()
  }
})

test('DEPLOY-05 DEPLOY-06 a copy’s about page speaks of its own money, law and places', async () => {
  const site = await openTestSite()
  const about = async (region: Region | null, currency: Currency): Promise<string> => {
    Object.assign(site.ctx.site.settings, { region, currency })
    site.caches.invalidate(site.ctx.site.id, ['settings'])
    const html = JSON.stringify((await site.call(null, getAboutEndpoint)).body)
    // Nothing is left to fill in, and a section's own anchor is none of it.
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
    expect([region, html.match(british)]).toEqual([region, null])
    for (const word of words) expect(html).toContain(word)
  }
  await site.close()
})
