/** Questions: accepted answers, lists of topics, similar topics, and the products that a topic is about. */
import type { Browser } from '@playwright/test'
import { expectNoAxeViolations } from './axe.ts'
import { keeper, otherBrowser, signUp, unique } from './people.ts'
import { expect, test } from './site.ts'

async function newMember(browser: Browser, name: string) {
  const page = await otherBrowser(browser)
  await signUp(page, unique(name))
  const post = async (path: string, data: object) => {
    const response = await page.request.post(path, { data })
    expect(response.ok(), await response.text()).toBe(true)
    return (await response.json()) as { id: number }
  }
  return { page, post }
}

async function askQuestion(browser: Browser, more: object = {}) {
  const [asker, helper] = [await newMember(browser, 'Asker'), await newMember(browser, 'Helper')]
  const title = `${unique('Does it fit')}?`
  const topic = await asker.post('/api/forums', { title, content: 'The hallway is 90 cm wide.', categoryId: 1, ...more })
  const reply = await helper.post('/api/forum-replies', { content: 'It does, by a **hair**.', forumId: topic.id })
  return { asker, helper, title, topic, reply }
}

test('the asker accepts a reply with the keyboard; visitors see it beneath the question', async ({ browser, page }) => {
  const { asker, title, topic, reply } = await askQuestion(browser)
  await page.goto(`/forum/${topic.id}`)
  await expect(page.getByRole('button', { name: /Accept/ })).toHaveCount(0)

  await asker.page.goto(`/forum/${topic.id}`)
  const accept = asker.page.getByRole('button', { name: 'Accept this reply as the answer' })
  await accept.focus()
  await asker.page.keyboard.press('Enter')
  await expect(accept).toHaveAttribute('aria-pressed', 'true')
  await expect(accept).toBeFocused()
  const answer = asker.page.getByRole('region', { name: 'Accepted answer' })
  await expect(answer).toContainText('by a hair')
  await expectNoAxeViolations(asker.page, 'accepted answer')

  await page.reload()
  await expect(page.getByRole('region', { name: 'Accepted answer' })).toContainText('It does, by a hair.')
  await expect(page.locator(`#reply-${reply.id}`)).toContainText('Accepted answer')
  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(data.join('')).toContain('"QAPage"')
  expect(data.join('')).toContain('"acceptedAnswer"')
  expect(data.join('')).not.toContain('DiscussionForumPosting')
  await page.goto('/forum?show=answered')
  await expect(page.getByRole('listitem').filter({ hasText: title })).toContainText('Answered')

  await accept.click()
  await expect(answer).toHaveCount(0)
  await expect(accept).toHaveAttribute('aria-pressed', 'false')
})

test('the accepted answer of a muted member is collapsed for the member who muted them', async ({ browser }) => {
  const { asker, helper, topic, reply } = await askQuestion(browser)
  await asker.post(`/api/forums/${topic.id}/accepted-reply`, { replyId: reply.id })
  const { user } = (await (await helper.page.request.get('/api/session')).json()) as { user: { id: number } }
  const { page, post } = await newMember(browser, 'Reader')
  await post('/api/me/mutes', { userId: user.id })

  await page.goto(`/forum/${topic.id}`)
  const answer = page.getByRole('region', { name: 'Accepted answer' })
  await expect(answer).toContainText('Hidden: you muted')
  await expect(page.locator(`#reply-${reply.id}`)).toContainText('Hidden: you muted')
  await expect(page.getByText('It does, by a hair.')).toHaveCount(0)
  await expectNoAxeViolations(page, 'muted accepted answer')
  await answer.getByRole('button', { name: 'Show' }).click()
  await expect(answer).toContainText('It does, by a hair.')

  await asker.page.goto(`/forum/${topic.id}`)
  await expect(asker.page.getByRole('region', { name: 'Accepted answer' })).toContainText('It does, by a hair.')
})

test('an administrator records which expert has confirmed the answer', async ({ browser, page }) => {
  const { asker, topic, reply } = await askQuestion(browser)
  await asker.post(`/api/forums/${topic.id}/accepted-reply`, { replyId: reply.id })
  const admin = await keeper()
  const [expert] = (await (await admin.get('/api/experts')).json()) as { id: number; name: string }[]
  const confirmed = await admin.post(`/api/forums/${topic.id}/accepted-reply/confirmation`, { data: { expertId: expert?.id } })
  expect(confirmed.status()).toBe(200)
  await page.goto(`/forum/${topic.id}`)
  await expect(page.getByRole('region', { name: 'Accepted answer' })).toContainText(`Confirmed by ${expert?.name}`)
})

test('own lists invite visitors to sign in, and show members their topics', async ({ browser, page }) => {
  await page.goto('/forum?show=mine')
  await expect(page.getByRole('heading', { name: 'Sign in to see this list' })).toBeVisible()
  await expectNoAxeViolations(page, 'own list of a visitor')

  const { asker, title } = await askQuestion(browser)
  await asker.page.goto('/forum')
  const lists = asker.page.getByRole('navigation', { name: 'Lists of topics' })
  for (const list of ['My topics', 'Watched', 'New to me']) {
    await lists.getByRole('link', { name: list }).click()
    await expect(lists.getByRole('link', { name: list })).toHaveAttribute('aria-current', 'page')
    await expect(asker.page.getByRole('link', { name: title })).toBeVisible()
  }
  await lists.getByRole('link', { name: 'Unanswered' }).click()
  await expect(asker.page.getByRole('status').filter({ hasText: 'Unanswered: ' })).toBeVisible()
  await expect(asker.page.getByRole('link', { name: title })).toHaveCount(0)
})

test('a similar topic that answers the question replaces the draft', async ({ browser }) => {
  const { page, post } = await newMember(browser, 'Writer')
  const word = `zeppelin${crypto.randomUUID().slice(0, 6).replaceAll(/\d/g, 'q')}`
  const topic = await post('/api/forums', { title: `Charging a ${word} at home`, content: 'It is possible.', categoryId: 1 })
  // The search index is updated every second.
  await expect(async () => {
    const { total } = (await (await page.request.get(`/api/search?q=${word}&kind=topic`)).json()) as { total: number }
    expect(total).toBe(1)
  }).toPass()

  await page.goto('/forum')
  await page.getByRole('button', { name: 'Start New Topic' }).click()
  const isQuestion = page.getByRole('checkbox', { name: /This is a question/ })
  await page.getByLabel('Title').fill(`Charging a ${word}`)
  await expect(isQuestion).not.toBeChecked()
  await page.getByLabel('Title').fill(`Charging a ${word}?`)
  await expect(isQuestion).toBeChecked()
  await expect(page.getByRole('status').filter({ hasText: 'similar topic' })).toHaveText(/\d similar topics? below the title/)
  await expectNoAxeViolations(page, 'similar topics')

  const answers = page.getByRole('button', { name: `This answers my question “Charging a ${word} at home”` })
  await answers.click()
  const dialog = page.getByRole('alertdialog', { name: 'Discard your new topic?' })
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByLabel('Title')).toHaveValue(`Charging a ${word}?`)
  await answers.click()
  await dialog.getByRole('button', { name: 'Discard and open' }).click()
  await expect(page).toHaveURL(new RegExp(`/forum/${topic.id}\\b`))
  await page.goto('/forum')
  await page.getByRole('button', { name: 'Start New Topic' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByText('We restored your unsaved text.')).toHaveCount(0)
})

test('products are suggested from the words, shown on the topic, and list it on their page', async ({ browser }) => {
  const { page } = await newMember(browser, 'Owner')
  await page.setViewportSize({ width: 360, height: 760 })
  await page.goto('/products/hollin-bifacial-470')
  await page.getByRole('region', { name: 'Discussion' }).getByRole('link', { name: 'Start a topic about this' }).click()
  const products = page.getByRole('group', { name: 'Products it is about' })
  await expect(products.getByRole('button', { name: 'Remove Hollin Bifacial 470' })).toBeVisible()

  const title = unique('Snow on panels')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Content').fill('The Brightwell Slate next door sheds it at once.')
  await products.getByRole('button', { name: 'Add Brightwell Slate 410' }).click()
  await products.getByRole('button', { name: 'Remove Hollin Bifacial 470' }).click()
  await expect(products.getByRole('status').filter({ hasText: 'Hollin Bifacial 470 removed' })).toHaveCount(1)
  const search = products.getByRole('combobox', { name: 'Find a product' })
  await search.fill('hollin bifacial')
  await products.getByRole('option', { name: 'Hollin Bifacial 470' }).click()
  await expectNoAxeViolations(page, 'products of a new topic')
  await page.getByRole('button', { name: 'Post Topic' }).click()
  await expect(page.getByText(`Your topic “${title}” is posted.`)).toBeVisible()

  await page.getByRole('link', { name: title }).click()
  const chips = page.getByRole('list', { name: 'Products it is about' })
  await expect(chips.getByRole('link')).toHaveText(['Brightwell Slate 410', 'Hollin Bifacial 470'])
  await chips.getByRole('link', { name: 'Brightwell Slate 410' }).click()
  await expect(page.getByRole('region', { name: 'Discussion' }).getByRole('link', { name: title })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})
