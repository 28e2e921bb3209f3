/** Generates plausible values for the fields of any form, from their labels and attributes. */
import type { ElementHandle, Locator, Page } from '@playwright/test'

/** Label and attributes of a field. */
interface FieldDescription {
  tag: string
  type: string
  label: string
  autocomplete: string
  inputMode: string
  pattern: string
  accept: string
  min: string
  max: string
  maxLength: number
  value: string
  isRequired: boolean
  isChecked: boolean
  isCombobox: boolean
  name: string
  options: string[]
}

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAIAAAACUFjqAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC', 'base64')
const FIELDS = 'input:not([type=hidden]), select, textarea, [contenteditable=true]'

/** Fills the empty fields of the form around a control, or of the dialog around it. */
export async function fillFormOf(
  page: Page,
  control: Locator,
  uniqueWord: string,
  account: { username: string; password: string },
): Promise<void> {
  const frame = await control.evaluateHandle(
    (element) => (element as HTMLButtonElement).form ?? element.closest('form, [role=dialog], [role=alertdialog]'),
  )
  const root = frame.asElement() as ElementHandle<Element> | null
  if (!root) return
  const filledGroups = new Set<string>()
  for (const field of await root.$$(FIELDS)) {
    const description = await field.evaluate(describe).catch(() => undefined)
    if (description && (await field.isEnabled())) await fill(page, field, description, { uniqueWord, account, filledGroups })
  }
}

interface Filling {
  uniqueWord: string
  account: { username: string; password: string }
  filledGroups: Set<string>
}

async function fill(page: Page, field: ElementHandle, description: FieldDescription, filling: Filling): Promise<void> {
  const { tag, type, label, name, options, value, isChecked, isRequired, accept } = description
  if (type === 'radio') {
    if (!filling.filledGroups.has(name) && !isChecked) await check(field)
    filling.filledGroups.add(name)
  } else if (type === 'checkbox') {
    const isGroup = !filling.filledGroups.has('checkbox')
    filling.filledGroups.add('checkbox')
    if (!isChecked && (isRequired || (isGroup && !/select all/i.test(label)))) await check(field)
  } else if (type === 'file') {
    await field.setInputFiles(fileFor(accept))
  } else if (tag === 'select') {
    const [first] = options.filter((option) => option !== '')
    if (value === '' && first !== undefined) await field.selectOption(first)
  } else if (tag === 'div') {
    if (value.trim() === '') {
      await field.click()
      await page.keyboard.insertText(sentence(filling.uniqueWord))
    }
  } else if (value === '' && (await field.isVisible())) {
    await field.fill(textFor(description, filling))
    if (description.isCombobox)
      await page
        .getByRole('option')
        .first()
        .click({ timeout: 3000 })
        .catch(() => undefined)
  }
}

/** Clicks with `element.click()`, as a styled checkbox may be invisible. */
const check = (field: ElementHandle) => field.evaluate((box) => (box as HTMLInputElement).click())

const sentence = (word: string) => `A heat pump warms our whole home, says ${word}, also when it freezes outside.`

function textFor({ tag, type, label, autocomplete, inputMode, min, max, maxLength, pattern }: FieldDescription, filling: Filling): string {
  const { uniqueWord, account } = filling
  // The walk signs in again with these.
  const hasSharedAccount = account.username === 'keeper'
  const confirmation = /confirm, type: (.+?)\s*\*?$|^type (.+) to confirm/i.exec(label)?.slice(1).find(Boolean)
  if (confirmation) return confirmation
  if (type === 'password')
    return autocomplete === 'current-password' || /your password|current/i.test(label) || hasSharedAccount
      ? account.password
      : `${uniqueWord}-slow-herons`
  if (/username or email/i.test(label)) return account.username
  if (type === 'number' || inputMode === 'numeric' || inputMode === 'decimal') return String(between(Number(min || 1), Number(max || 0)))
  if (type === 'email' || autocomplete === 'email' || inputMode === 'email' || /e-?mail/i.test(label)) return `${uniqueWord}@example.org`
  if (type === 'tel' || autocomplete === 'tel' || /phone/i.test(label)) return '01632 960123'
  if (autocomplete === 'one-time-code' || /\bcode\b/i.test(label)) return '123456'
  if (type === 'date') return min && min > tomorrow() ? min : max && max < tomorrow() ? max : tomorrow()
  if (type === 'datetime-local') return `${tomorrow()}T12:00`
  if (type === 'time') return '12:00'
  if (type === 'color') return '#336699'
  if (type === 'url' || inputMode === 'url' || /\burl\b|link|address of (the )?(picture|endpoint)/i.test(label))
    return `https://example.org/${uniqueWord}`
  if (/domain/i.test(label)) return `${uniqueWord}.example.org`
  if (/price|cost/i.test(label)) return '£120'
  if (/slug/i.test(label) || pattern.includes('a-z0-9')) return `about-${uniqueWord}`
  if (/path|page/i.test(label)) return '/about'
  if (/username/i.test(label) && hasSharedAccount) return account.username
  if (/username|display name/i.test(label)) return uniqueWord
  const text = tag === 'textarea' ? sentence(uniqueWord) : `Quiet ${uniqueWord}`
  return maxLength > 0 ? text.slice(0, maxLength) : text
}

const between = (min: number, max: number) => (max > min ? Math.min(max, min + 1) : min)
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)

function fileFor(accept: string) {
  if (/csv|text/.test(accept))
    return {
      name: 'people.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('email\nfile.reader@example.org\n'),
    }
  return { name: 'pixel.png', mimeType: 'image/png', buffer: PIXEL }
}

/** Reads all field values in the topmost dialog, or else in the page. */
export const readValues = (page: Page): Promise<Record<string, string>> =>
  page.evaluate((fields) => {
    const roots = document.querySelectorAll('[role=dialog], [role=alertdialog]')
    const root = roots[roots.length - 1] ?? document.querySelector('main') ?? document.body
    const counts: Record<string, number> = {}
    return Object.fromEntries(
      [...root.querySelectorAll<HTMLInputElement>(fields)].map((field) => {
        const label = field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.name
        counts[label] = (counts[label] ?? 0) + 1
        const value = field.isContentEditable
          ? field.innerText.trim()
          : ['checkbox', 'radio'].includes(field.type)
            ? String(field.checked)
            : field.type === 'file'
              ? ''
              : field.value
        return [`${label} ${counts[label]}`, value]
      }),
    )
  }, FIELDS)

/** Runs in the browser. */
function describe(element: Node): FieldDescription {
  const field = element as HTMLInputElement & HTMLSelectElement
  const labelledBy = field
    .getAttribute('aria-labelledby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
  return {
    tag: field.localName,
    type: field.localName === 'input' ? field.type : '',
    label: (field.labels?.[0]?.textContent ?? field.getAttribute('aria-label') ?? labelledBy ?? field.name ?? '').trim(),
    autocomplete: field.autocomplete ?? '',
    inputMode: field.inputMode ?? '',
    pattern: field.pattern ?? '',
    accept: field.accept ?? '',
    min: field.min ?? '',
    max: field.max ?? '',
    maxLength: field.maxLength ?? -1,
    value: field.isContentEditable ? field.innerText : (field.value ?? ''),
    isRequired: field.required || field.getAttribute('aria-required') === 'true',
    isChecked: field.checked ?? false,
    isCombobox: field.getAttribute('role') === 'combobox',
    name: field.name ?? '',
    options: field.options ? [...field.options].filter(({ disabled }) => !disabled).map((option) => option.value) : [],
  }
}
