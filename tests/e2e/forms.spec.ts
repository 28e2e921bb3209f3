/** Behaviour shared by all forms, tested with one. Typing while a form is being submitted: own-server.spec.ts. */
import { EXPECTED_IN_CONSOLE } from './administrator.ts'
import { expect, test } from './site.ts'

test.use({ expectedInConsole: EXPECTED_IN_CONSOLE })

const ENQUIRY = '/enquiry/hearthstone-keep-10'
const FILLED = { Name: 'Ines Falk', Email: 'ines@example.org', Phone: '01632 960 111', Address: '4 Mill Lane, Stroud' }

test('forms focus their first invalid field, for errors from the browser and from the server', async ({ page }) => {
  await page.goto(ENQUIRY)
  for (const [label, text] of Object.entries(FILLED))
    await page.getByLabel(label).fill(label === 'Phone' || label === 'Address' ? '1' : text)
  await page.getByRole('button', { name: 'Submit Enquiry' }).click()
  await expect(page.getByLabel('Phone')).toBeFocused()
  await expect(page.getByLabel('Address')).toHaveAttribute('aria-invalid', 'true')

  for (const [label, text] of Object.entries(FILLED)) await page.getByLabel(label).fill(text)
  const errors = [
    { path: 'address', message: 'We do not come to Stroud' },
    { path: 'email', message: 'This domain takes no mail' },
    { path: 'elsewhere', message: 'Of no field' },
  ]
  await page.route('**/api/enquiries', (route) => route.fulfill({ status: 400, json: { message: 'Validation failed', errors } }))
  await page.getByRole('button', { name: 'Submit Enquiry' }).click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('This domain takes no mail')
  await expect(page.getByLabel('Address')).toHaveAccessibleDescription(/We do not come to Stroud$/)
  await expect(page.getByLabel('Name')).toHaveValue(FILLED.Name)
})
