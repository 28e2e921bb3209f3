/** The way of a report through the screens: reported by a visitor, decided, appealed by the author, decided again. */
import { expectNoAxeViolations } from './axe.ts'
import { keeper, otherBrowser, PASSWORD, signUp, submitAdminLogin, unique } from './people.ts'
import { expect, test } from './site.ts'

test('a visitor reports a topic, a moderator hides it, and the author appeals', async ({ browser }) => {
  const author = await otherBrowser(browser)
  await signUp(author, unique('Seller'))
  const title = unique('Panels for sale')
  const data = { title, content: 'Cheap panels, pay in advance.', categoryId: 1 }
  const { id } = (await (await author.request.post('/api/forums', { data })).json()) as { id: number }

  const visitor = await otherBrowser(browser)
  await visitor.goto(`/forum/${id}`)
  await visitor.getByRole('button', { name: 'Actions for the topic by' }).click()
  await visitor.getByRole('menuitem', { name: 'Report' }).click()
  const dialog = visitor.getByRole('dialog', { name: 'Report this topic' })
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Choose a reason')).toBeVisible()
  await dialog.getByRole('radio', { name: 'It is against the law' }).check()
  await dialog.getByLabel('What kind of offence? (optional)').selectOption('fraud')
  await dialog.getByLabel('Your email (optional)').fill('visitor@example.org')
  await expectNoAxeViolations(visitor, 'report dialog')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  const sent = visitor.getByRole('dialog', { name: 'Report sent' })
  await expect(sent.getByRole('button', { name: 'Done' })).toBeFocused()
  await sent.getByRole('button', { name: 'Done' }).click()

  const admin = await otherBrowser(browser)
  await submitAdminLogin(admin, 'keeper', process.env['E2E_ADMIN_PASSWORD'] ?? '')
  await expect(admin.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
  await admin.goto('/admin/reports')
  const reported = admin.getByRole('article', { name: title })
  await expect(reported.getByText('It is against the law')).toBeVisible()
  await expectNoAxeViolations(admin, '/admin/reports')
  const form = reported.getByRole('form')
  await form.getByLabel('Decision').selectOption('hide')
  await form.getByLabel('Reason').selectOption('no-breach')
  await form.getByRole('button', { name: 'Decide' }).click()
  await expect(form.getByText('Choose the guideline that was broken')).toBeVisible()
  await form.getByLabel('Reason').selectOption('illegal')
  await form.getByLabel('Explanation for the people concerned (optional)').fill('This is a known scam.')
  await form.getByRole('button', { name: 'Decide' }).click()
  await expect(reported).toHaveCount(0)
  await expect(admin.getByRole('list', { name: 'Moderation queue' }).or(admin.getByText('Nothing waits for a decision'))).toBeVisible()

  await author.goto('/notices')
  await author.getByRole('link', { name: /Your topic was hidden: Against the law\. This is a known scam\./ }).click()
  await expect(author.getByRole('heading', { name: 'Your topic is hidden.' })).toBeVisible()
  await expectNoAxeViolations(author, '/decisions')
  await author.getByRole('textbox', { name: 'Why is the decision wrong?' }).fill('They are mine, and nobody pays in advance.')
  await author.getByRole('button', { name: 'Send appeal' }).click()
  await expect(author.getByText('We have received your appeal.', { exact: false })).toBeVisible()

  // Another moderator must decide about the appeal.
  const calls = await keeper()
  const username = unique('Moderator')
  const account = { username, email: `${username}@example.org`, password: PASSWORD, isAdmin: true }
  expect((await calls.post('/api/users', { data: account })).status()).toBe(201)
  const other = await otherBrowser(browser)
  await submitAdminLogin(other, username, PASSWORD)
  await expect(other.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' })).toBeVisible()
  await other.goto('/admin/reports?tab=appeals')
  const appeal = other.getByRole('article', { name: title })
  await expectNoAxeViolations(other, '/admin/reports?tab=appeals')
  await appeal.getByRole('combobox', { name: 'Outcome' }).selectOption('overturned')
  await appeal.getByRole('textbox', { name: 'Explanation for the person who appealed' }).fill('We were wrong.')
  await appeal.getByRole('button', { name: 'Decide' }).click()
  await expect(appeal).toHaveCount(0)
  await author.goto(`/forum/${id}`)
  await expect(author.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const mails = (await (await calls.get('/api/admin/mail?perPage=50')).json()) as { to: string; subject: string }[]
  expect(mails.filter(({ to }) => to === 'visitor@example.org').map(({ subject }) => subject)).toContainEqual(
    expect.stringMatching(/^Your report to .*: we have decided$/),
  )
})
