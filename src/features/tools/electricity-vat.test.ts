/** Tests the sentence on VAT that results with our price of electricity have. */
import { expect, test } from 'vitest'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { describeElectricityVat } from './electricity-vat.policy.ts'

const describeOn = (day: string, keys: readonly string[] = ['cap.electricity']) =>
  describeElectricityVat(keys, createReferenceValues(readReferenceValueRows(), day))

test('names the rate, its last day and the next rate, and nothing where no change is known', () => {
  expect(describeOn('2026-11-28')).toBe(
    'VAT: our price of electricity has 0% until 31 March 2027. After that 5% is due, unless this is extended.',
  )
  expect(describeOn('2027-03-31')).toContain('0% until 31 March 2027')
  expect(describeOn('2027-04-01')).toBeUndefined()
  expect(describeOn('2026-11-28', ['cap.gas', 'tariff.night'])).toBeUndefined()
})
