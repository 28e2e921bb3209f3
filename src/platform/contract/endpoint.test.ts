import { describe, expect, test } from 'vitest'
import {
  countTotal,
  endpoint,
  Id,
  idInBody,
  limitQuery,
  MAX_ID,
  Paging,
  SearchTerm,
  toOffsetLimit,
  unpagedList,
  type Endpoint,
} from './endpoint.ts'
import { quotasOf } from './endpoint-quotas.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { z } from './zod.ts'

const base = { summary: 'Things', response: z.object({}) } as const

describe('endpoint', () => {
  test('is public, unlimited and without input by default', () => {
    const created = endpoint('GET /api/things', base)
    expect(created).toMatchObject({ access: 'public', status: 200, extraStatuses: [], list: false })
    for (const name of ['rateLimit', 'feature', 'contentType', 'maxFileBytes', 'maxBodyBytes', 'idempotencyKey'] as const)
      expect(created[name], name).toBeUndefined()
    const { hasNoEffectOnReads, isStorable, isPrivate, isQuotaExempt, isCostly } = created
    expect([hasNoEffectOnReads, isStorable, isPrivate, isQuotaExempt, isCostly]).toEqual(Array(5).fill(false))
    for (const part of [created.params, created.query, created.body]) expect(part.parse({ x: 1 })).toEqual({})
  })
  test('has status 201 for POST, and can override the defaults', () => {
    expect((['POST', 'PATCH', 'DELETE'] as const).map((method) => endpoint(`${method} /api/things`, base).status)).toEqual([201, 200, 200])
    const query = z.object({ x: z.string() })
    const explicit = endpoint('POST /api/things', {
      ...base,
      status: 200,
      access: 'admin',
      isPrivate: true,
      params: query,
      query,
      body: query,
    })
    expect(explicit).toMatchObject({ status: 200, access: 'admin', isPrivate: true, params: query, query, body: query })
    expect(endpoint('GET /api/things', { ...base, response: z.array(z.string()), list: true }).list).toBe(true)
  })
})

describe('shared schemas', () => {
  const accepts = (schema: z.ZodType, values: unknown[]) => values.map((value) => schema.safeParse(value).success)
  test('Paging accepts page 1 to 100,000 and perPage 1 to 100', () => {
    expect(Paging.parse({})).toEqual({ page: 1, perPage: 100 })
    expect(Paging.parse({ page: '3', perPage: '20' })).toEqual({ page: 3, perPage: 20 })
    expect(accepts(Paging, [{ page: 0 }, { page: 1 }, { page: 100_000 }, { page: 100_001 }, { page: 1.5 }])).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
    expect(accepts(Paging, [{ perPage: 0 }, { perPage: 1 }, { perPage: 100 }, { perPage: 101 }])).toEqual([false, true, true, false])
    expect(toOffsetLimit({ page: 1, perPage: 20 })).toEqual({ offset: 0, limit: 20 })
    expect(toOffsetLimit({ page: 3, perPage: 20 })).toEqual({ offset: 40, limit: 20 })
  })
  test('limitQuery accepts a limit of 1 to 100 and a page', () => {
    expect(limitQuery(5).parse({})).toEqual({ page: 1, limit: 5 })
    expect(accepts(limitQuery(5), [{ limit: 0 }, { limit: 1 }, { limit: 100 }, { limit: 101 }, { page: 0 }])).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  })
  test('Id accepts numeric strings, idInBody numbers only', () => {
    expect(accepts(Id, ['1', 0, -1, MAX_ID, MAX_ID + 1, 1.5, 'x'])).toEqual([true, false, false, true, false, false, false])
    expect(accepts(idInBody(), ['1', 1, 0, MAX_ID, MAX_ID + 1, 1.5])).toEqual([false, true, false, true, false, false])
    for (const invalid of ['1', 0, MAX_ID + 1, 1.5])
      expect(
        idInBody('Please choose one')
          .safeParse(invalid)
          .error?.issues.map(({ message }) => message)[0],
      ).toBe('Please choose one')
  })
  test('SearchTerm trims and accepts up to 100 characters', () => {
    expect(['  heat  ', '   ', '', undefined].map((term) => SearchTerm.parse(term))).toEqual(['heat', undefined, undefined, undefined])
    expect(accepts(SearchTerm, ['x'.repeat(100), ` ${'x'.repeat(100)} `, 'x'.repeat(101)])).toEqual([true, true, false])
  })
  test('singleLine trims and rejects control characters and line breaks', () => {
    expect(singleLine().parse('  a b ')).toBe('a b')
    expect(accepts(singleLine(), ['', 'a\nb', 'a\tb', 'a\0', 'a\u2028b', 'a\u2029b', 'ä€😀'])).toEqual([
      true,
      false,
      false,
      false,
      false,
      false,
      true,
    ])
    expect(singleLine().safeParse('a\nb').error?.issues[0]?.message).toBe('Please write this on one line, without hidden characters')
    expect(singleLine('Who?').safeParse(undefined).error?.issues[0]?.message).toBe('Who?')
  })
})

test('countTotal counts only if the first page is full or another page was requested', async () => {
  const total = (rows: number, page: number) => countTotal(Array(rows).fill(0), { page, perPage: 10 }, async () => 77)
  expect(await Promise.all([total(0, 1), total(9, 1), total(10, 1), total(9, 2), total(0, 2)])).toEqual([0, 9, 77, 77, 77])
  expect(unpagedList(['a', 'b'])).toEqual({ items: ['a', 'b'], total: 2 })
})

describe('quotasOf', () => {
  test.each<[Partial<Endpoint>, string[]]>([
    [{ method: 'GET' }, []],
    [{ method: 'DELETE' }, []],
    [{ method: 'POST' }, ['rows', 'bytes']],
    [{ method: 'PATCH' }, ['bytes']],
    [{ method: 'POST', access: 'member' }, ['rows', 'bytes']],
    [{ method: 'POST', access: 'admin' }, ['bytes']],
    [{ method: 'POST', access: 'admin', status: 200 }, []],
    [{ method: 'PATCH', access: 'admin' }, []],
    [{ method: 'POST', maxFileBytes: 1 }, ['uploads', 'uploadBytes', 'bytes']],
    [{ method: 'POST', maxFileBytes: 1, access: 'admin' }, ['uploads', 'uploadBytes', 'bytes']],
    [{ method: 'POST', isQuotaExempt: true }, []],
    [{ method: 'POST', hasNoEffectOnReads: true }, []],
  ])('%o counts against %j', (options, kinds) =>
    expect(quotasOf(endpoint('POST /api/things', { ...base, ...options } as never))).toEqual(kinds),
  )
})
