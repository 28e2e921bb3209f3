/** Records of duties are prefilled, completed, signed and exported. */
// Daily on PostgreSQL too: a partial unique index, a lock by an update, and JSON in text columns.
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { listAuditEndpoint, type AuditEntry } from '#features/audit/audit.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { fileReportEndpoint } from '#features/reports/report.contract.ts'
import { changeSettingsEndpoint } from '#features/sites/site-settings.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { urlFor } from '#platform/client/api.client.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { readPdf } from '#tests/support/read-pdf.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { DUTIES, DUTY_KEYS, type DutyKey } from './duties.policy.ts'
import { answerAll } from './duty.factory.ts'
import * as contract from './duty.contract.ts'
import type { DutyDetail, DutySummary } from './duty.contract.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite({ settings: { name: 'Green Łane' } })
  admin = await makeUser(site.ctx, { isAdmin: true, username: 'operator' })
})
afterAll(() => site.close())
afterEach(() => vi.useRealTimers())

const start = (duty: DutyKey) => site.call(admin, contract.startDutyEndpoint, { params: { duty } })
const change = (duty: DutyKey, body: object) => site.call(admin, contract.changeDutyEndpoint, { params: { duty }, body })
const sign = (duty: DutyKey, body: object = { name: 'Ada Quill', role: 'Chair' }) =>
  site.call(admin, contract.signDutyEndpoint, { params: { duty }, body })
const get = async (duty: DutyKey): Promise<DutyDetail> => (await site.call(admin, contract.getDutyEndpoint, { params: { duty } })).body
const summaryOf = async (duty: DutyKey): Promise<DutySummary> =>
  (await site.call(admin, contract.listDutiesEndpoint)).body.find((one: DutySummary) => one.duty === duty)

/** Starts, completes and signs a version. */
async function signComplete(duty: DutyKey): Promise<void> {
  await start(duty)
  expect((await change(duty, { answers: answerAll(duty) })).status).toBe(200)
  expect((await sign(duty)).status).toBe(201)
}

async function download(path: string): Promise<{ bytes: Buffer; headers: Record<string, unknown> }> {
  await site.call(admin, contract.listDutiesEndpoint)
  const response = await site.app.inject({ method: 'GET', url: path, headers: { 'x-forwarded-for': '10.9.0.1' } })
  expect(response.statusCode).toBe(200)
  return { bytes: response.rawPayload, headers: response.headers }
}

test('the list names every duty with its sources, none of them started', async () => {
  const { body, headers } = await site.call(admin, contract.listDutiesEndpoint)
  expect(body.map(({ duty }: DutySummary) => duty)).toEqual(DUTY_KEYS)
  expect(headers['x-total-count']).toBe(String(DUTY_KEYS.length))
  for (const summary of body) expect(summary).toMatchObject({ status: 'not-started', signature: null, hasDraft: false, changes: [] })
  for (const { sources } of Object.values(DUTIES)) expect(sources.length).toBeGreaterThan(1)
})

describe('a new draft', () => {
  test('is prefilled from the settings, counts and reports of the site', async () => {
    const author = await makeUser(site.ctx)
    const id = await makeTopic(site.ctx, { userId: author.id })
    await site.call(null, fileReportEndpoint, { body: { kind: 'topic', id, reason: 'illegal' } })
    expect((await start('illegal-content')).status).toBe(201)
    const { draft, facts, status } = await get('illegal-content')
    expect(status).toBe('draft')
    expect(draft).toMatchObject({ number: 1, version: 1, reviewMonths: 12 })
    expect(draft?.answers['service']).toContain('Green Łane is a website')
    expect(draft?.answers['service']).toContain('guests without an account')
    expect(draft?.answers['evidence']).toContain('Reports by members and visitors: 1, of these as against the law: 1.')
    expect(draft?.answers['measures']).toContain('24 hours (1 day) for illegal content')
    const values = Object.fromEntries(facts.map(({ key, value }) => [key, value]))
    expect(values).toMatchObject({
      guestPosting: 'On',
      'feature.forums': 'On',
      'count.illegal': '1',
      'count.topics': '1',
      'count.administrators': '1',
    })
  })

  test('contains the retention periods that the settings say', async () => {
    await site.call(admin, changeSettingsEndpoint, { body: { enquiryMonths: 24 } })
    const { facts } = await get('retention')
    expect(facts.find(({ label }) => label === 'Closed enquiries')?.value).toBe(
      'Anonymised 24 months after they were completed or cancelled',
    )
    expect(facts.length).toBeGreaterThan(10)
  })

  test('exists once: starting again returns it', async () => {
    await change('illegal-content', { answers: { other: 'None found' } })
    const again = await start('illegal-content')
    expect(again.status).toBe(200)
    expect(again.body.answers.other).toBe('None found')
  })

  test('can be discarded', async () => {
    await start('contact')
    expect((await site.call(admin, contract.discardDutyEndpoint, { params: { duty: 'contact' } })).status).toBe(200)
    expect((await summaryOf('contact')).status).toBe('not-started')
    expect((await site.call(admin, contract.discardDutyEndpoint, { params: { duty: 'contact' } })).status).toBe(404)
    expect((await change('contact', { answers: {} })).status).toBe(404)
    expect((await sign('contact')).status).toBe(404)
  })
})

describe('a change of the draft', () => {
  test('keeps omitted answers and counts the version', async () => {
    await start('complaints')
    const first = await change('complaints', { answers: { terms: 'On /guidelines' }, version: 1 })
    expect(first.body).toMatchObject({ version: 2, answers: { terms: 'On /guidelines' } })
    const second = await change('complaints', { answers: { handling: 'Ada' }, reviewMonths: 3, version: 2 })
    expect(second.body).toMatchObject({ version: 3, reviewMonths: 3, answers: { terms: 'On /guidelines', handling: 'Ada' } })
  })

  test('is rejected with both versions if another administrator has saved meanwhile', async () => {
    const stale = await change('complaints', { answers: { terms: 'Elsewhere' }, version: 1 })
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({
      code: 'version.stale',
      errors: [{ path: 'terms' }],
      current: { version: 3, answers: { terms: 'On /guidelines' } },
    })
  })

  test('is rejected for unknown questions, options and review periods', async () => {
    const wrong = { nothing: 'x', 'data-complaints': 'a'.repeat(5001) }
    expect((await change('complaints', { answers: wrong })).status).toBe(400)
    const unknown = await change('complaints', { answers: { nothing: 'x' } })
    expect(unknown.body.errors).toEqual([{ path: 'nothing', message: 'This record has no such question.' }])
    await start('children-access')
    expect((await change('children-access', { answers: { outcome: 'perhaps' } })).status).toBe(400)
    expect((await change('complaints', { reviewMonths: 5 })).status).toBe(400)
  })
})

test('an answer that must be an email address is rejected if it is none, and nothing is changed', async () => {
  await start('contact')
  const rejected = await change('contact', { answers: { email: 'ada at example', role: 'Chair' } })
  expect(rejected.status).toBe(400)
  expect(rejected.body.errors).toEqual([{ path: 'email', message: 'Enter an email address, such as name@example.org.' }])
  expect((await get('contact')).draft?.answers['role']).toBeUndefined()
  for (const email of ['ada@example.org', ''])
    expect((await change('contact', { answers: { email } })).body.answers).toMatchObject({ email })
  await site.call(admin, contract.discardDutyEndpoint, { params: { duty: 'contact' } })
})

describe('a signature', () => {
  test('needs an answer to every required question', async () => {
    const early = await sign('complaints')
    expect(early.status).toBe(400)
    expect(early.body.errors).toContainEqual({ path: 'data-complaints', message: 'Please answer this before you sign' })
    expect((await sign('complaints', { name: ' ', role: 'Chair' })).status).toBe(400)
  })

  test('is rejected for a draft that has changed since it was read', async () => {
    await change('complaints', { answers: answerAll('complaints') })
    expect((await sign('complaints', { name: 'Ada', role: 'Chair', version: 1 })).status).toBe(409)
  })

  test('makes an immutable version with name, role, date, review date and the facts of that day', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-31T10:00:00Z') })
    const signed = await sign('complaints')
    expect(signed.status).toBe(201)
    expect(signed.body).toEqual({
      number: 1,
      signedAt: '2027-01-31T10:00:00.000Z',
      name: 'Ada Quill',
      role: 'Chair',
      reviewMonths: 3,
      reviewDueAt: '2027-04-30T10:00:00.000Z',
    })
    expect((await change('complaints', { answers: { terms: 'Changed' } })).status).toBe(404)
    expect((await sign('complaints')).status).toBe(404)
    expect((await site.call(admin, contract.discardDutyEndpoint, { params: { duty: 'complaints' } })).status).toBe(404)
    const version = await site.call(admin, contract.getSignedDutyEndpoint, { params: { duty: 'complaints', number: 1 } })
    expect(version.body).toMatchObject({ number: 1, answers: answerAll('complaints') })
    expect(version.body.facts.length).toBeGreaterThan(5)
    expect((await site.call(admin, contract.getSignedDutyEndpoint, { params: { duty: 'complaints', number: 2 } })).status).toBe(404)
  })

  test('is followed by a new version that starts from the last one and leaves it unchanged', async () => {
    const next = await start('complaints')
    expect(next.body).toMatchObject({ number: 2, reviewMonths: 3, answers: answerAll('complaints') })
    await change('complaints', { answers: { terms: 'New page' } })
    expect((await sign('complaints', { name: 'Ben Moss', role: 'Deputy' })).status).toBe(201)
    const { versions, signature } = await get('complaints')
    expect(versions.map(({ number, name }) => [number, name])).toEqual([
      [2, 'Ben Moss'],
      [1, 'Ada Quill'],
    ])
    expect(signature?.number).toBe(2)
    const first = await site.call(admin, contract.getSignedDutyEndpoint, { params: { duty: 'complaints', number: 1 } })
    expect(first.body.answers.terms).toBe(answerAll('complaints')['terms'])
  })

  test('is in the audit log', async () => {
    const { body } = await site.call(admin, listAuditEndpoint, { query: { subject: 'duty' } })
    const signed = body.find(({ action }: AuditEntry) => action === 'duty.sign')
    expect(signed).toMatchObject({
      username: 'Member operator (operator)',
      subjectTitle: 'Complaints route, version 2',
      after: { name: 'Ben Moss', role: 'Deputy' },
    })
    expect(new Set(body.map(({ action }: AuditEntry) => action))).toEqual(new Set(['duty.start', 'duty.edit', 'duty.discard', 'duty.sign']))
  })
})

test('changes of the site since the signature are pointed out', async () => {
  await site.call(admin, changeSettingsEndpoint, { body: { guestPosting: false } })
  await signComplete('processors')
  await signComplete('illegal-content')
  expect((await summaryOf('illegal-content')).changes).toEqual([])
  await site.call(admin, changeSettingsEndpoint, { body: { guestPosting: true, enquiryMonths: 6 } })
  for (let n = 0; n < 30; n += 1) await makeUser(site.ctx)
  const { changes } = await summaryOf('illegal-content')
  expect(changes[0]).toBe('Guest posting has been switched on since.')
  expect(changes[1]).toMatch(/^The number of members has grown since, from \d to 3\d\.$/)
  expect((await summaryOf('processors')).changes[0]).toBe(
    'Closed enquiries has changed since, from “Anonymised 24 months after they were completed or cancelled” to “Anonymised 6 months after they were completed or cancelled”.',
  )
  expect((await get('illegal-content')).changes).toEqual(changes)
})

describe('exports', () => {
  test('as Markdown contain questions, answers, facts, sources and the signature, with special characters escaped', async () => {
    await start('contact')
    const answers = { ...answerAll('contact'), person: 'Ada *Quill* <b>', urgent: 'First line\n\n- second [line](x)' }
    await change('contact', { answers })
    const draft = await download('/api/admin/duties/contact/markdown')
    expect(draft.bytes.toString()).toContain('Version 1, draft')
    await sign('contact')
    const { bytes, headers } = await download(
      urlFor('/api/admin/duties/:duty/markdown', { params: { duty: 'contact' }, query: { number: 1 } }),
    )
    expect(headers).toMatchObject({
      'content-type': 'text/markdown; charset=utf-8',
      'content-disposition': 'attachment; filename="green-lane-contact-version-1.md"',
    })
    const text = bytes.toString()
    expect(text).toContain('# Named contact\n')
    expect(text).toContain('**Signed by:** Ada Quill, Chair')
    expect(text).toContain('This is help, not legal advice.')
    expect(text).toContain(
      '- [Online Safety Act 2023, section 23 (records and reviews)](https://www.legislation.gov.uk/ukpga/2023/50/section/23)',
    )
    expect(text).toContain('- **Guest posting:** On')
    expect(text).toContain('### Name\n\nAda \\*Quill\\* \\<b\\>\n')
    expect(text).toContain('First line\n\n\\- second \\[line\\](x)')
  })

  test('as PDF are tagged documents with text, titles and page numbers', async () => {
    const { bytes, headers } = await download('/api/admin/duties/illegal-content/pdf')
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'content-disposition': 'attachment; filename="green-lane-illegal-content-version-1.pdf"',
    })
    const { raw, text, pages } = readPdf(bytes)
    expect(raw.startsWith('%PDF-1.7')).toBe(true)
    expect(raw).toMatch(/startxref\s+\d+\s+%%EOF\s*$/)
    expect(raw).toContain('/MarkInfo')
    expect(raw).toMatch(/\/Lang \(en/)
    for (const tag of ['H1', 'H2', 'H3', 'P', 'LI', 'Link']) expect(raw).toContain(`/S /${tag}\n`)
    expect(pages).toBeGreaterThan(3)
    expect(text).toContain('Illegal content risk assessment')
    expect(text).toContain('Green Łane')
    expect(text).toContain('Fraud and financial offences')
    expect(text).toContain(`Page 1 of ${pages}`)
    expect(text).toContain(`Page ${pages} of ${pages}`)
  })

  test('of the kit contain every record, and name those that are not started', async () => {
    const markdown = (await download('/api/admin/duty-kit/markdown')).bytes.toString()
    expect(markdown).toContain('# Legal duties of Green Łane')
    expect(markdown).toContain('**Review risk assessment:** Not started')
    expect(markdown).toContain('**Complaints route:** Version 2, signed on')
    expect(markdown).toContain('# Complaints route')
    const { text } = readPdf((await download('/api/admin/duty-kit/pdf')).bytes)
    expect(text).toContain('Legal duties of Green Łane')
    expect(text).toContain('Named contact')
  })

  test('of a record that is not started return 404', async () => {
    const { status } = await site.call(admin, contract.exportDutyPdfEndpoint, { params: { duty: 'review-risks' } })
    expect(status).toBe(404)
  })
})

test('members and visitors have no access', async () => {
  const member = await makeUser(site.ctx)
  for (const endpoint of Object.values(contract).filter((value) => typeof value === 'object' && 'call' in value)) {
    const input = { params: { duty: 'contact', number: 1 } }
    expect((await site.call(null, endpoint, input)).status).toBe(401)
    expect((await site.call(member, endpoint, input)).status).toBe(403)
  }
})
