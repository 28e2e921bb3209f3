/** Times in the browser's time zone, and the text direction of user-generated content. */
import { watchShifts, shiftOf } from './layout-shift.ts'
import { signIn } from './administrator.ts'
import { keeper, unique } from './people.ts'
import { waitUntilSettled } from './settled.ts'
import { expect, test } from './site.ts'

test.use({ timezoneId: 'America/New_York' })

test('times are marked as UTC until shown in the browser’s time zone, without layout shift', async ({ page, request }) => {
  const email = `${unique('zone').toLowerCase()}@example.org`
  const product = (await (await request.get('/api/products/hearthstone-keep-10')).json()) as { id: number }
  const data = { name: 'Zoe', email, phone: '01632 960001', address: '1 The Row', notes: 'Does it hum?', productId: product.id }
  const { id } = (await (await request.post('/api/enquiries', { data })).json()) as { id: number }
  const adminCalls = await keeper()
  for (const text of ['No.', 'It is silent.', 'We promise.'])
    expect((await adminCalls.post(`/api/enquiries/${id}/answers`, { data: { text } })).status()).toBe(201)
  const mails = (await (await adminCalls.get('/api/admin/mail?perPage=50')).json()) as { to: string; body: string }[]
  const path = /\/enquiry-status\/[\d]+~[\w-]{43}/.exec(mails.find(({ to }) => to === email)?.body ?? '')?.[0] ?? ''

  const html = (await (await page.request.get(path)).text()).replaceAll(/<!--.*?-->/g, '')
  expect(html.match(/<time [^>]*>[^<]*<\/time><span>\u00a0UTC<\/span>/g)?.length).toBeGreaterThanOrEqual(4)

  await watchShifts(page)
  const shifts: number[] = []
  for (let load = 0; load < 3 && !shifts.some((shift) => shift < 0.001); load++) {
    await page.goto(path)
    await waitUntilSettled(page)
    shifts.push(await shiftOf(page))
  }
  expect(Math.min(...shifts), shifts.join(', ')).toBeLessThan(0.001)
  const time = page
    .locator('main time')
    .filter({ hasText: /\d\d:\d\d/ })
    .first()
  const date = new Date((await time.getAttribute('datetime')) ?? '')
  const localTime = date.toLocaleTimeString('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' })
  await expect(time).toHaveText(new RegExp(`, ${localTime}$`))
  await expect(page.locator('main').getByText('UTC').first()).toBeHidden()
})

test('Arabic text has its own direction in the lists of the back-office', async ({ page }) => {
  await signIn(page)
  const text = 'مضخة حرارية'
  const post = async (path: string, data: object) => expect((await page.request.post(path, { data })).status(), path).toBe(201)
  const slug = `rtl-${crypto.randomUUID().slice(0, 8)}`
  await post('/api/forums', { title: `${text} ${slug}`, content: text, categoryId: 1 })
  await post('/api/articles', {
    title: `${text} ${slug}`,
    slug,
    content: `${text} ${text}`,
    summary: text,
    authorName: text,
    status: 'draft',
    categoryId: 1,
  })
  await post('/api/products', { name: `${text} ${slug}`, slug, description: `${text} ${text}`, categoryId: 1, price: '£100' })
  await post('/api/users', {
    username: slug.replaceAll('-', '_'),
    email: `${slug}@example.org`,
    password: 'a long enough secret',
    displayName: text,
  })
  for (const path of [
    '/admin',
    '/admin/forums',
    `/admin/articles?search=${slug}`,
    `/admin/products?search=${slug}`,
    `/admin/users?search=${slug.replaceAll('-', '_')}`,
    '/admin/audit',
  ]) {
    await page.goto(path)
    await waitUntilSettled(page)
    const found = await page.evaluate(() => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const texts: { words: string; hasDirection: boolean }[] = []
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement
        if (/\p{Script=Arabic}/u.test(node.textContent ?? '') && !parent?.closest('script, style, option, textarea, title'))
          texts.push({
            words: `${parent?.tagName} ${node.textContent?.slice(0, 40)}`,
            hasDirection: !!parent?.closest('bdi, [dir="auto"]'),
          })
      }
      return texts
    })
    expect(
      found.filter(({ hasDirection }) => !hasDirection),
      path,
    ).toEqual([])
    expect(found.length, path).toBeGreaterThan(0)
  }
})
