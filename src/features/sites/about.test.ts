import { expect, test } from 'vitest'
import { openTestSite } from '#tests/support/test-site.ts'
import { getAboutEndpoint } from './site.contract.ts'

test('the about page says that there is demo content only while there is', async () => {
  for (const demoContent of [true, false]) {
    const site = await openTestSite({ settings: { demoContent } })
    const { body } = await site.call(null, getAboutEndpoint)
    expect([demoContent, JSON.stringify(body).includes('Demo content.')]).toEqual([demoContent, demoContent])
    expect(body[0].html).toContain('No manufacturer pays for a place here.')
    await site.close()
  }
})
