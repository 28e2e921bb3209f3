/** Who may call, what comes in and what goes out, for every call alike. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { silentLog } from '#tests/support/test-installation.ts'
import type { Context, Viewer } from './context.ts'
import { endpoint, type Endpoint } from './endpoint.ts'
import { AppError } from './errors.ts'
import { authorize, isAuthorizedAdmin, route, type RawRequest } from './route.ts'
import { z } from './zod.ts'

let opened: TestSites
beforeAll(async () => {
  opened = await openTestSites({ content: 'empty' })
})
afterAll(() => opened.close())

const contextOf = (viewer: Viewer | null, settings: Partial<Context['site']['settings']> = {}): Context => ({
  site: { ...opened.main, settings: { ...opened.main.settings, ...settings } },
  db: opened.main.db,
  viewer,
  log: silentLog,
})
const MEMBER = { id: 2, isAdmin: false }
const ADMIN = { id: 1, isAdmin: true }
const toWords = (fault: unknown) => (fault instanceof AppError ? `${fault.status} ${fault.code}: ${fault.message}` : String(fault))

const SIGN_IN = '401 auth.sign_in_needed: Please sign in first.'
const ADMIN_ONLY = '403 auth.admin_only: Only an administrator may do this.'
const SECOND_FACTOR = '403 auth.second_factor_needed: Set up a second factor on your account page first.'

test.each<[who: string, viewer: Viewer | null, isNeeded: boolean | null, refusals: Record<Endpoint['access'], string>]>([
  ['a visitor', null, null, { public: '', member: SIGN_IN, admin: SIGN_IN }],
  ['a member', MEMBER, null, { public: '', member: '', admin: ADMIN_ONLY }],
  ['a member without a second factor', { ...MEMBER, hasSecondFactor: false }, true, { public: '', member: '', admin: ADMIN_ONLY }],
  ['an administrator of whom nothing is known', ADMIN, true, { public: '', member: '', admin: '' }],
  ['one without a second factor', { ...ADMIN, hasSecondFactor: false }, null, { public: '', member: '', admin: '' }],
  ['one where it is needed', { ...ADMIN, hasSecondFactor: false }, true, { public: '', member: '', admin: SECOND_FACTOR }],
  ['one who has it', { ...ADMIN, hasSecondFactor: true }, true, { public: '', member: '', admin: '' }],
  [
    'one where others have it',
    { ...ADMIN, hasSecondFactor: false, isSecondFactorUsual: true },
    null,
    { public: '', member: '', admin: SECOND_FACTOR },
  ],
  [
    'one where others have it and nobody needs it',
    { ...ADMIN, hasSecondFactor: false, isSecondFactorUsual: true },
    false,
    { public: '', member: '', admin: '' },
  ],
])('%s may call what they may call', (_who, viewer, adminSecondFactor, refusals) => {
  const ctx = contextOf(viewer, { adminSecondFactor })
  const tried = (access: Endpoint['access']) => {
    try {
      authorize(ctx, access)
      return ''
    } catch (fault) {
      return toWords(fault)
    }
  }
  expect({ public: tried('public'), member: tried('member'), admin: tried('admin') }).toEqual(refusals)
  expect(isAuthorizedAdmin(ctx)).toBe(refusals.admin === '')
})

const Thing = z.object({ id: z.number(), name: z.string() })
const line = { summary: 'Things', response: Thing } as const
const params = z.object({ id: z.coerce.number().int().min(1) })

describe('what comes in', () => {
  const query = z.object({ page: z.coerce.number().int().default(1) })
  const body = z
    .object({ name: z.string().min(2), parts: z.array(z.object({ text: z.string() })).default([]), about: z.unknown().optional() })
    .refine(({ name }) => name !== 'taken', 'That name is taken.')
  const save = endpoint('PATCH /api/things/:id', { ...line, params, query, body })
  const echo = route(save, async (_ctx, input) => ({ id: 1, name: JSON.stringify(input) }))
  const ask = async (raw: RawRequest) => {
    try {
      return JSON.parse(((await echo.invoke(contextOf(null), raw)) as z.infer<typeof Thing>).name)
    } catch (fault) {
      return fault instanceof AppError ? [toWords(fault), fault.errors] : fault
    }
  }
  const NO_TEXT = 'This holds a character that is no text. Please type it anew.'

  test('is read as the contract has it, with what is left out', async () => {
    expect(await ask({ params: { id: '7' }, query: { page: '3', more: 'x' }, body: { name: 'Kettle', more: 'x' } })).toEqual({
      params: { id: 7 },
      query: { page: 3 },
      body: { name: 'Kettle', parts: [] },
    })
    expect(await ask({ params: { id: 7 }, body: { name: 'Kettle', about: { deep: [null, 'ﬁne 🏠'] } } })).toMatchObject({
      query: { page: 1 },
      body: { about: { deep: [null, 'ﬁne 🏠'] } },
    })
  })

  test.each<[what: string, raw: RawRequest, message: string, errors: [path: string, message: string][]]>([
    ['a field', { body: { name: 'x' } }, 'name: Enter at least 2 characters.', [['name', 'Enter at least 2 characters.']]],
    [
      'several, deep ones too',
      { body: { name: 'x', parts: [{ text: 'a' }, { text: 5 }] } },
      'name: Enter at least 2 characters.',
      [
        ['name', 'Enter at least 2 characters.'],
        ['parts.1.text', 'This must be text.'],
      ],
    ],
    ['the whole', { body: { name: 'taken' } }, 'That name is taken.', [['', 'That name is taken.']]],
    ['no body', {}, 'name: This field is required.', [['name', 'This field is required.']]],
    ['the query', { query: { page: 'x' }, body: { name: 'Kettle' } }, 'page: This must be a number.', [['page', 'This must be a number.']]],
    ['the path of a write', { params: { id: '0' } }, 'id: This must be 1 or more.', [['id', 'This must be 1 or more.']]],
    ['a character that nobody can see', { body: { name: 'Ket\0tle' } }, NO_TEXT, [['name', NO_TEXT]]],
    ['half of a character', { body: { name: 'Kettle\ud83c' } }, NO_TEXT, [['name', NO_TEXT]]],
    ['one further down', { body: { name: 'Kettle', parts: [{ text: 'a' }, { text: '\0' }] } }, NO_TEXT, [['parts.1.text', NO_TEXT]]],
    ['one anywhere', { body: { name: 'Kettle', about: { a: null, b: 7, c: ['x', '\udc00'] } } }, NO_TEXT, [['about.c.1', NO_TEXT]]],
  ])('is refused with its place: %s', async (_what, raw, message, errors) => {
    expect(await ask({ params: { id: '7' }, ...raw })).toEqual([
      `400 input.invalid: ${message}`,
      errors.map(([path, told]) => ({ path, message: told })),
    ])
  })

  test('what cannot be in an address that is read is not there', async () => {
    const read = endpoint('GET /api/things/:id', { ...line, params: z.object({ id: z.string().max(5) }) })
    const found = route(read, async (_ctx, input) => ({ id: 1, name: input.params.id }))
    const tried = (id: string) => found.invoke(contextOf(null), { params: { id } }).catch(toWords)
    expect(await tried('house')).toEqual({ id: 1, name: 'house' })
    for (const id of ['houses', 'a\0', 'a\ud83c']) expect(await tried(id)).toBe('404 page.not_found: No such page.')
  })

  test('a file comes as it is', async () => {
    const upload = endpoint('POST /api/things/:id', { ...line, params, maxFileBytes: 10, body: z.object({ name: z.string() }) })
    const bytes = Buffer.from('\0picture')
    let given: unknown
    await route(upload, async (_ctx, input) => ((given = input.body), { id: 1, name: '' })).invoke(contextOf(null), {
      params: { id: '1' },
      body: bytes,
    })
    expect(given).toBe(bytes)
  })
})

describe('what goes out', () => {
  test('is what the contract says and no more', async () => {
    const read = endpoint('GET /api/things/:id', { ...line, params })
    const answer = (given: object) => route(read, async () => given as z.infer<typeof Thing>).invoke(contextOf(null), { params: { id: 1 } })
    expect(await answer({ id: 1, name: 'Kettle', secret: 'x' })).toEqual({ id: 1, name: 'Kettle' })
    await expect(answer({ id: 1 })).rejects.toThrow(z.ZodError)
  })
  test('of a list is how many there are, too', async () => {
    const list = endpoint('GET /api/things', { summary: 'Things', response: z.array(Thing), list: true })
    const items = [{ id: 1, name: 'Kettle', secret: 'x' }]
    expect(await route(list, async () => ({ items, total: 12 })).invoke(contextOf(null), {})).toEqual({
      items: [{ id: 1, name: 'Kettle' }],
      total: 12,
    })
  })
})

test('what is switched off is not there, whoever asks and whatever they send', async () => {
  let calls = 0
  const save = endpoint('POST /api/things/:id', { ...line, params, access: 'admin', feature: 'forums' })
  const saving = route(save, async () => ((calls += 1), { id: 1, name: '' }))
  const tried = (viewer: Viewer | null, forums: boolean, id: string) => {
    const { features } = opened.main.settings
    return saving.invoke(contextOf(viewer, { features: { ...features, forums } }), { params: { id } }).catch(toWords)
  }
  expect(await tried(null, false, 'x')).toBe('404 page.not_found: No such page.')
  expect(await tried(ADMIN, false, '1')).toBe('404 page.not_found: No such page.')
  expect(await tried(null, true, 'x')).toBe(SIGN_IN)
  expect(calls).toBe(0)
  expect(await tried(ADMIN, true, '1')).toEqual({ id: 1, name: '' })
  expect(calls).toBe(1)
})
