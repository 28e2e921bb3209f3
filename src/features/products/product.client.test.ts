import { expect, test } from 'vitest'
import { pickKeySpecs } from '#features/products/specifications/key-specs.tsx'
import { featureLines, productLabel } from './product.client.ts'
import { parseSpecifications } from '#features/products/specifications/specification.policy.ts'

const parseSpecs = (text: string) => parseSpecifications(text, 'home-efficiency')

test.each([
  [1, 'Electric Vehicle'],
  [2, 'Solar Panel'],
  [3, 'Battery Storage'],
  [4, 'Home Efficiency'],
  [5, 'Sustainable Product'],
  [6, 'EV Charger'],
  [7, 'Sustainable Product'],
  [null, 'Sustainable Product'],
])('PROD-19 to PROD-24 category %j is labelled %s', (id, label) => {
  expect(productLabel(id)).toBe(label)
})

test('PROD-33 features are lines without a leading hyphen, asterisk or bullet; empty lines are left out', () => {
  expect(featureLines('Quiet\n- Small\n\n  * Light\n• Works at -20 °C\n')).toEqual(['Quiet', 'Small', 'Light', 'Works at -20 °C'])
  expect(featureLines(null)).toEqual([])
})

test('PROD-34 specification lines are split at the first colon; a line without a colon is a label', () => {
  expect(parseSpecs('Weight: 92 kg\nRatio: 4:1\nOutdoor use').map(({ label, value }) => ({ label, value }))).toEqual([
    { label: 'Weight', value: '92 kg' },
    { label: 'Ratio', value: '4:1' },
    { label: 'Outdoor use', value: '' },
  ])
})

test('key specifications are chosen by priority, without those whose number alone would mislead', () => {
  const keySpecs = pickKeySpecs(
    parseSpecs(
      [
        'Dimensions: 1,110 × 865 × 420 mm',
        'Weight: 92 kg',
        'Noise: 52 dB(A) sound power, 36 dB(A) at 3 m',
        'Heat output: 7.0 kW at -5 °C outside',
        'Seasonal efficiency (SCOP): 4.1 at 45 °C flow',
      ].join('\n'),
    ),
  )
  expect(keySpecs.map(({ label, amount, unit }) => [label, amount, unit])).toEqual([
    ['Heat output', '7.0', 'kW'],
    ['Seasonal efficiency', '4.1', 'SCOP'],
    ['Noise', '52', 'dB(A)'],
  ])
  expect(pickKeySpecs(parseSpecs('Usable capacity: 8.8 kWh (4 modules) or 13.2 kWh (6 modules)\nNoise: none'))).toEqual([])
})
