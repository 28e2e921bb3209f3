import { describe, expect, test } from 'vitest'
import * as proof from './domain-proof/domain-proof.policy.ts'
import { appendSlugNumber, toSiteSlug } from './slug.policy.ts'

describe('the slug of a tenant site', () => {
  test.each<[string, string]>([
    ['Green Street!', 'green-street'],
    ['  --Café Zürich--  ', 'cafe-zuerich'],
    ['A & B', 'a-b'],
    ['ab', 'ab-site'],
    ['abc', 'abc'],
    ['!!!', 'new-site'],
    ['日本', 'new-site'],
    ['Блог о тепле', 'blog-o-teple'],
    ["O'Brien's", 'obriens'],
    ['x'.repeat(41), 'x'.repeat(40)],
    [`${'x'.repeat(39)} yes`, 'x'.repeat(39)],
    ...'admin api blog dev ns2 sign-in uploads www'.split(' ').map((name): [string, string] => [name, `${name}-site`]),
    ['apiary', 'apiary'],
  ])('for the name %s is %s', (name, slug) => expect(toSiteSlug(name)).toBe(slug))

  test.each([
    ['mill', 0, 'mill'],
    ['mill', 1, 'mill'],
    ['mill', 2, 'mill-2'],
    ['x'.repeat(40), 12, `${'x'.repeat(37)}-12`],
    [`${'x'.repeat(36)}-yes`, 12, `${'x'.repeat(36)}-12`],
  ])('%s becomes in attempt %d %s', (slug, attempt, numbered) => expect(appendSlugNumber(slug, attempt)).toBe(numbered))
})

describe('domain verification', () => {
  test('is retried at increasing intervals and then once a day, and a verified domain is kept for seven days without its record', () => {
    const delaysInMinutes = Array.from({ length: 11 }, (_, n) => proof.retryDelayMs(n + 1) / 60_000)
    expect(delaysInMinutes).toEqual([1, 2, 5, 15, 30, 60, 180, 360, 720, 1440, 1440])
    expect(proof.RECHECK_MS).toBe(86_400_000)
    expect(proof.RECHECK_MISSING_MS).toBe(3_600_000)
    expect(proof.graceEndsAt('2026-02-25T06:00:00.000Z')).toBe('2026-03-04T06:00:00.000Z')
  })

  const EXPECTED_VALUE = 'netzero-site=key'
  test.each([
    [undefined, 'unreachable'],
    [[], 'no_record'],
    [['v=spf1 -all'], 'other_value'],
    [['netzero-site=other', 'netzero-site=key2', `x ${EXPECTED_VALUE}`], 'other_value'],
    [['v=spf1 -all', ` ${EXPECTED_VALUE}\n`], undefined],
  ])('with the TXT records %j finds the problem %s', (texts, problem) => expect(proof.findDomainProblem(texts, 'key')).toBe(problem))

  test.each([
    ['no_record', 'There is no TXT record at _netzero-site.a.org yet. A new record can take up to an hour to become visible.'],
    ['other_value', 'There is a TXT record at _netzero-site.a.org, but its value is different. Please compare the two.'],
    ['unreachable', 'The name servers of a.org did not respond. We will try again.'],
    [
      'taken',
      'Your record was found, but another copy has also verified a.org and uses it. Remove the record of that copy to use the domain here.',
    ],
  ] as const)('describes the problem %s with what to do', (problem, words) =>
    expect(proof.describeDomainProblem(problem, 'a.org')).toBe(words),
  )
})
