/** Tests authorisation, input and output of all calls. */
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
const formatError = (error: unknown) => (error instanceof AppError ? `${error.status} ${error.code}: ${error.message}` : String(error))

const SIGN_IN = '401 auth.sign_in_needed: Please sign in first.'
const ADMIN_ONLY = '403 auth.admin_only: Only an administrator may do this.'
const SECOND_FACTOR = '403 auth.second_factor_needed: Set up a second factor on your account page first.'

test.each<[actor: string, viewer: Viewer | null, isRequired: boolean | null, denials: Record<Endpoint['access'], string>]>([
  ['a visitor', null, null, { public: '', member: SIGN_IN, admin: SIGN_IN }],
  ['a member', MEMBER, null, { public: '', member: '', admin: ADMIN_ONLY }],
  ['a member without a second factor', { ...MEMBER, hasSecondFactor: false }, true, { public: '', member: '', admin: ADMIN_ONLY }],
  ['an administrator without a session', ADMIN, true, { public: '', member: '', admin: '' }],
  ['an administrator without a second factor', { ...ADMIN, hasSecondFactor: false }, null, { public: '', member: '', admin: '' }],
  [
    'an administrator without a required second factor',
    { ...ADMIN, hasSecondFactor: false },
    true,
    { public: '', member: '', admin: SECOND_FACTOR },
  ],
  ['an administrator with a required second factor', { ...ADMIN, hasSecondFactor: true }, true, { public: '', member: '', admin: '' }],
  [
    'an administrator without the second factor that others have',
    { ...ADMIN, hasSecondFactor: false, isSecondFactorRecommended: true },
    null,
    { public: '', member: '', admin: SECOND_FACTOR },
  ],
  [
    'an administrator without the second factor that others have but is not required',
    { ...ADMIN, hasSecondFactor: false, isSecondFactorRecommended: true },
    false,
    { public: '', member: '', admin: '' },
  ],
])('authorize for %s', (_actor, viewer, adminSecondFactor, denials) => {
  const ctx = contextOf(viewer, { adminSecondFactor })
  const attempt = (access: Endpoint['access']) => {
    try {
      authorize(ctx, access)
      return ''
    } catch (error) {
      return formatError(error)
    }
  }
  expect({ public: attempt('public'), member: attempt('member'), admin: attempt('admin') }).toEqual(denials)
  expect(isAuthorizedAdmin(ctx)).toBe(denials.admin === '')
})

const Thing = z.object({ id: z.number(), name: z.string() })
const base = { summary: 'Things', response: Thing } as const
const params = z.object({ id: z.coerce.number().int().min(1) })

describe('input of a route', () => {
  const query = z.object({ page: z.coerce.number().int().default(1) })
  const body = z
    .object({ name: z.string().min(2), parts: z.array(z.object({ text: z.string() })).default([]), about: z.unknown().optional() })
    .refine(({ name }) => name !== 'taken', 'That name is taken.')
  const save = endpoint('PATCH /api/things/:id', { ...base, params, query, body })
  const echo = route(save, async (_ctx, input) => ({ id: 1, name: JSON.stringify(input) }))
  const invoke = async (raw: RawRequest) => {
    try {
      return JSON.parse(((await echo.invoke(contextOf(null), raw)) as z.infer<typeof Thing>).name)
    } catch (error) {
      return error instanceof AppError ? [formatError(error), error.errors] : error
    }
  }
  const NO_TEXT = 'This contains a character that cannot be stored. Please type it again.'

  test('is parsed by the contract, with defaults', async () => {
    expect(await invoke({ params: { id: '7' }, query: { page: '3', more: 'x' }, body: { name: 'Kettle', more: 'x' } })).toEqual({
      params: { id: 7 },
      query: { page: 3 },
      body: { name: 'Kettle', parts: [] },
    })
    expect(await invoke({ params: { id: 7 }, body: { name: 'Kettle', about: { deep: [null, 'ﬁne 🏠'] } } })).toMatchObject({
      query: { page: 1 },
      body: { about: { deep: [null, 'ﬁne 🏠'] } },
    })
  })

  test.each<[what: string, raw: RawRequest, message: string, errors: [path: string, message: string][]]>([
    ['one field', { body: { name: 'x' } }, 'name: Enter at least 2 characters.', [['name', 'Enter at least 2 characters.']]],
    [
      'several fields, also nested',
      { body: { name: 'x', parts: [{ text: 'a' }, { text: 5 }] } },
      'name: Enter at least 2 characters.',
      [
        ['name', 'Enter at least 2 characters.'],
        ['parts.1.text', 'This must be text.'],
      ],
    ],
    ['the whole body', { body: { name: 'taken' } }, 'That name is taken.', [['', 'That name is taken.']]],
    ['a missing body', {}, 'name: This field is required.', [['name', 'This field is required.']]],
    ['the query', { query: { page: 'x' }, body: { name: 'Kettle' } }, 'page: This must be a number.', [['page', 'This must be a number.']]],
    ['the path parameter of a write', { params: { id: '0' } }, 'id: This must be 1 or more.', [['id', 'This must be 1 or more.']]],
    ['a NUL character', { body: { name: 'Ket\0tle' } }, NO_TEXT, [['name', NO_TEXT]]],
    ['a lone surrogate', { body: { name: 'Kettle\ud83c' } }, NO_TEXT, [['name', NO_TEXT]]],
    ['a nested NUL character', { body: { name: 'Kettle', parts: [{ text: 'a' }, { text: '\0' }] } }, NO_TEXT, [['parts.1.text', NO_TEXT]]],
    [
      'a lone surrogate in unknown data',
      { body: { name: 'Kettle', about: { a: null, b: 7, c: ['x', '\udc00'] } } },
      NO_TEXT,
      [['about.c.1', NO_TEXT]],
    ],
  ])('is rejected with its path: %s', async (_what, raw, message, errors) => {
    expect(await invoke({ params: { id: '7' }, ...raw })).toEqual([
      `400 input.invalid: ${message}`,
      errors.map(([path, text]) => ({ path, message: text })),
    ])
  })

  test('is 404 for invalid path parameters of a read', async () => {
    const read = endpoint('GET /api/things/:id', { ...base, params: z.object({ id: z.string().max(5) }) })
    const found = route(read, async (_ctx, input) => ({ id: 1, name: input.params.id }))
    const attempt = (id: string) => found.invoke(contextOf(null), { params: { id } }).catch(formatError)
    expect(await attempt('house')).toEqual({ id: 1, name: 'house' })
    for (const id of ['houses', 'a\0', 'a\ud83c']) expect(await attempt(id)).toBe('404 page.not_found: No such page.')
  })

  test('is passed unchanged if the body is a file', async () => {
    const upload = endpoint('POST /api/things/:id', { ...base, params, maxFileBytes: 10, body: z.object({ name: z.string() }) })
    const bytes = Buffer.from('\0picture')
    let received: unknown
    await route(upload, async (_ctx, input) => ((received = input.body), { id: 1, name: '' })).invoke(contextOf(null), {
      params: { id: '1' },
      body: bytes,
    })
    expect(received).toBe(bytes)
  })
})

describe('output of a route', () => {
  test('contains only the properties of the contract', async () => {
    const read = endpoint('GET /api/things/:id', { ...base, params })
    const respond = (result: object) =>
      route(read, async () => result as z.infer<typeof Thing>).invoke(contextOf(null), { params: { id: 1 } })
    expect(await respond({ id: 1, name: 'Kettle', secret: 'x' })).toEqual({ id: 1, name: 'Kettle' })
    await expect(respond({ id: 1 })).rejects.toThrow(z.ZodError)
  })
  test('includes the total of a list', async () => {
    const list = endpoint('GET /api/things', { summary: 'Things', response: z.array(Thing), list: true })
    const items = [{ id: 1, name: 'Kettle', secret: 'x' }]
    expect(await route(list, async () => ({ items, total: 12 })).invoke(contextOf(null), {})).toEqual({
      items: [{ id: 1, name: 'Kettle' }],
      total: 12,
    })
  })
})

test('a route of a disabled feature returns 404 before authorisation and validation', async () => {
  let calls = 0
  const save = endpoint('POST /api/things/:id', { ...base, params, access: 'admin', feature: 'forums' })
  const saving = route(save, async () => ((calls += 1), { id: 1, name: '' }))
  const attempt = (viewer: Viewer | null, forums: boolean, id: string) => {
    const { features } = opened.main.settings
    return saving.invoke(contextOf(viewer, { features: { ...features, forums } }), { params: { id } }).catch(formatError)
  }
  expect(await attempt(null, false, 'x')).toBe('404 page.not_found: No such page.')
  expect(await attempt(ADMIN, false, '1')).toBe('404 page.not_found: No such page.')
  expect(await attempt(null, true, 'x')).toBe(SIGN_IN)
  expect(calls).toBe(0)
  expect(await attempt(ADMIN, true, '1')).toEqual({ id: 1, name: '' })
  expect(calls).toBe(1)
})
