import { describe, expect, test } from 'vitest'
import { getClaimStage } from './claim-stage.policy.ts'
import { localizeText } from './localize-text.policy.ts'

describe('localizeText', () => {
  const TEXT = '{law}; {authority}; {places}; {money}; {other}'
  test.each([
    [null, 'gbp', 'UK law; the Information Commissioner’s Office; between England, Wales, Scotland and Northern Ireland; pounds; {other}'],
    ['uk', 'eur', 'UK law; the Information Commissioner’s Office; between England, Wales, Scotland and Northern Ireland; euros; {other}'],
    [
      'eu',
      'eur',
      'the law of the European Union and of your country; the data protection authority of your country; from country to country; euros; {other}',
    ],
    ['us', 'usd', 'federal law and the law of your state; the attorney general of your state; from state to state; dollars; {other}'],
    [
      'ca',
      'cad',
      'the law of Canada and of your province or territory; the Office of the Privacy Commissioner of Canada; between provinces and territories; dollars; {other}',
    ],
    [
      'au',
      'aud',
      'Australian law; the Office of the Australian Information Commissioner; between states and territories; dollars; {other}',
    ],
  ] as const)('replaces the placeholders for region %s and currency %s', (region, currency, words) =>
    expect(localizeText(TEXT, { region, currency })).toBe(words),
  )
  test('keeps unknown placeholders', () => {
    expect(localizeText('{} { law } {LAW} {constructor}', { region: 'uk', currency: 'gbp' })).toBe('{} { law } {LAW} {constructor}')
  })
})

describe('getClaimStage', () => {
  const UNTIL = '2026-11-30T12:00:00.000Z'
  test.each([
    ['2026-11-28T11:59:59.999Z', 'early'],
    ['2026-11-28T12:00:00.000Z', 'late'],
    ['2026-11-30T11:59:59.999Z', 'late'],
    [UNTIL, 'over'],
    ['2026-12-01T00:00:00.000Z', 'over'],
  ])('on %s is %s', (now, stage) => expect(getClaimStage(UNTIL, Date.parse(now))).toBe(stage))
})
