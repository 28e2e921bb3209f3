/** A visitor's and an administrator's day in the distribution's WebKit. */
import { expect, test as base } from '@playwright/test'
import { Key } from 'selenium-webdriver'
import { WebKitWindow } from './webkit-window.ts'

const MAIN = { role: 'main' }
const some = (what: string) => `${what} ${crypto.randomUUID().slice(0, 8)}`

const test = base.extend<{ person: WebKitWindow }>({
  person: async ({}, use, info) => {
    const person = await WebKitWindow.open(process.env['E2E_URL'] ?? '')
    try {
      await use(person)
      if (info.status !== info.expectedStatus) await info.attach('window', { body: await person.picture(), contentType: 'image/png' })
      expect(await person.complaints()).toEqual([])
    } finally {
      person.close()
    }
  },
})

test('HDR-16 ART-05 ART-08 a visitor searches from the header, reads a result and filters articles', async ({ person }) => {
  await person.go('/')
  await person.type({ role: 'combobox', name: /search articles/i }, `heat pump${Key.ENTER}`)
  await person.until(async () => /^\/articles\?search=heat(\+|%20)pump$/.test(await person.path()))
  const result = { role: 'link', within: { role: 'heading', within: { role: 'article', within: MAIN } } }
  const title = await person.until(async () => (await person.one(result)).getText())
  await person.press(result)
  await person.until(async () => (await (await person.one({ role: 'heading' })).getText()) === title, title)
  await person.go('/articles?category=solar-panels')
  await person.choose({ role: 'combobox', name: 'Category' }, 'battery-storage')
  await person.until(async () => (await person.path()).includes('category=battery-storage'))
  await person.type({ role: 'searchbox', name: /keywords/i }, 'zzzz nothing')
  await person.press({ role: 'link', name: 'Clear Filters' })
  await person.until(async () => (await person.path()) === '/articles')
})

test('PROD-11 PROD-13 PROD-38..50 a visitor sorts products by price and reviews one', async ({ person }) => {
  await person.go('/products?category=battery-storage')
  await person.choose({ role: 'combobox', name: /sort/i }, 'price-low')
  await person.until(async () => {
    const first = await person.one({ role: 'article', within: MAIN })
    return (await first.getText()).includes('Quern Portable 2')
  })
  await person.go('/products/larder-wall-5?tab=reviews')
  const form = { role: 'form', name: 'Write a review' }
  await person.press({ role: 'button', name: 'Submit Review', within: form })
  await person.sees('Please provide both a title and content for your review.')
  const title = some('Quiet')
  await person.type({ role: 'textbox', name: 'Review title', within: form }, title)
  await person.type({ role: 'textbox', name: 'Your review', within: form }, 'We have had it for half a year.')
  await person.press({ role: 'button', name: 'Submit Review', within: form })
  await person.sees('Your review has been successfully posted. Thank you for your feedback!')
  await person.one({ role: 'heading', name: title })
})

test('ENQ-06..29 a visitor sends an enquiry after validation errors', async ({ person }) => {
  await person.go('/enquiry/thornbury-aria-7')
  await person.press({ role: 'button', name: 'Submit Enquiry' })
  await person.sees('Please enter a valid phone number')
  for (const [name, text] of [
    [/^Name/, 'Jo'],
    [/^Email/, 'jo@example.org'],
    [/^Phone/, '0123456789'],
    [/^Address/, '1 The Row'],
  ] as const)
    await person.type({ role: 'textbox', name, within: MAIN }, text)
  await person.press({ role: 'button', name: 'Submit Enquiry' })
  await person.sees('Enquiry submitted successfully')
  await person.until(async () => (await person.path()) === '/products/thornbury-aria-7', 'the product')
})

test('FORUM-10..19 FORUM-36..40 a visitor starts a topic and replies to it', async ({ person }) => {
  await person.go('/forum')
  await person.press({ role: 'button', name: 'Start New Topic' })
  const form = { role: 'form', name: 'Your new topic' }
  const title = some('How many panels?')
  await person.type({ role: 'textbox', name: /^Title/, within: form }, title)
  await person.choose({ role: 'combobox', name: /^Category/, within: form }, '2')
  await person.type({ role: 'textbox', name: /^Content/, within: form }, 'We use **3,000 kWh** a year.')
  await person.press({ role: 'button', name: 'Post Topic', within: form })
  await person.press({ role: 'link', name: title })
  await person.one({ role: 'heading', name: title })
  await person.type({ role: 'textbox', name: /^Your reply/ }, 'Ours makes 3,400 with nine.')
  await person.press({ role: 'button', name: 'Post Reply' })
  await person.until(async () => (await person.value(await person.one({ role: 'textbox', name: /^Your reply/ }))) === '')
  await person.sees('Ours makes 3,400 with nine.')
})

test('NEWS-01..13 a visitor subscribes to the newsletter; the chosen theme persists', async ({ person }) => {
  await person.go('/')
  await person.press({ role: 'button', name: 'Subscribe' })
  await person.sees('Please enter your email address')
  await person.type({ role: 'textbox', name: 'Email address' }, `reader-${crypto.randomUUID().slice(0, 8)}@example.org`)
  await person.press({ role: 'button', name: 'Subscribe' })
  await person.sees('Thank you for subscribing to our newsletter!')
  const background = () => person.run<string>('return getComputedStyle(document.body).backgroundColor')
  const light = await background()
  for (let at = 0; at < 3 && (await background()) === light; at++) await person.press({ role: 'button', name: /theme/i })
  const dark = await background()
  expect(dark).not.toBe(light)
  await person.reload()
  expect(await background()).toBe(dark)
})

test('the API documentation is readable over http, and other pages work afterwards', async ({ person }) => {
  await person.go('/api/docs')
  await person.sees('Find a call')
  await person.go('/about')
  await person.one({ role: 'heading', within: MAIN })
})

async function signIn(person: WebKitWindow): Promise<void> {
  await person.go('/')
  await person.press({ role: 'button', name: 'Admin Login' })
  const dialog = { role: 'dialog', name: 'Admin Login' }
  await person.type({ role: 'textbox', name: 'Username', within: dialog }, 'keeper')
  const password = await (await person.one(dialog)).findElement({ css: 'input[type=password]' })
  await password.sendKeys(process.env['E2E_ADMIN_PASSWORD'] ?? '')
  await person.press({ role: 'button', name: 'Login', within: dialog })
  await person.one({ role: 'link', name: 'Admin Dashboard' })
}

test('ADM-PROD an administrator adds and deletes a product, and undoes the deletion', async ({ person }) => {
  await signIn(person)
  await person.go('/admin/products')
  await person.press({ role: 'button', name: 'Add Product' })
  const add = { role: 'dialog', name: 'Add Product' }
  const name = some('Kettle')
  await person.type({ role: 'textbox', name: /^Name/, within: add }, name)
  await person.type({ role: 'textbox', name: /^Description/, within: add }, 'Boils what you need and no more.')
  await person.choose({ role: 'combobox', name: /^Category/, within: add }, '4')
  await person.type({ role: 'textbox', name: /^Price/, within: add }, '£42')
  await person.press({ role: 'button', name: /^(Add|Create|Save)/, within: add })
  await person.sees('The product has been successfully added to the catalog.')
  await person.type({ role: 'searchbox', within: MAIN }, name)
  const row = { role: 'row', name: new RegExp(name) }
  await person.press({ role: 'button', name: /delete/i, within: row })
  await person.press({ role: 'button', name: 'Delete', within: { role: 'alertdialog' } })
  await person.until(async () => (await person.all(row)).length === 0, 'an empty table')
  await person.press({ role: 'button', name: 'Undo' })
  await person.one(row)
})

test('ADM-ART an administrator writes, previews and deletes an article', async ({ person }) => {
  await signIn(person)
  await person.go('/admin/articles')
  await person.press({ role: 'button', name: 'Create Article' })
  const create = { role: 'dialog', name: 'Create New Article' }
  const title = some('Draughts')
  await person.type({ role: 'textbox', name: /^Title/, within: create }, title)
  await person.choose({ role: 'combobox', name: /^Category/, within: create }, '5')
  await person.type({ role: 'combobox', name: /^Author name/, within: create }, 'Kit Marlow')
  const text = await (await person.one(create)).findElement({ css: '.cm-content' })
  await text.click()
  await text.sendKeys('A **candle** shows where the air comes in.')
  await person.press({ role: 'tab', name: 'Preview', within: create })
  await person.until(async () => (await (await person.one(create)).findElements({ css: 'strong' })).length > 0, 'the preview')
  await person.press({ role: 'button', name: /^(Create|Save|Publish)/, within: create })
  await person.sees('Article created')
  const row = { role: 'row', name: new RegExp(title) }
  await person.press({ role: 'button', name: /^Delete/, within: row })
  await person.press({ role: 'button', name: 'Delete', within: { role: 'alertdialog' } })
  await person.sees('Article deleted')
})
