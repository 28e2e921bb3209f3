/**
 * Compares every tool's results with a snapshot (`tool-answers.txt`). For each sample home, one input at a time is set to its bounds, all
 * of its choices, nothing and invalid values. `vitest -u` updates the snapshot.
 */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createReferenceValues } from '#features/figures/figures.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import type { Band } from '#features/tools/figures/bands.policy.ts'
import { getExample } from '#features/tools/inputs/read-tool-inputs.policy.ts'
import type { ToolInput } from '#features/tools/inputs/tool-input.policy.ts'
import { TOOL_NAMES, type ToolName } from './tool.policy.ts'
import { TOOLS, runTool } from './tools.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')

/** Sample homes in addition to each tool's example. They reach inputs that depend on other inputs. */
const HOMES: Record<ToolName, readonly string[]> = {
  solar: ['postcode=LS6&slopes=2.4:36:E:none;1.2:30:W:little&use=3100&battery=5&import=26.11&export=12&price=7000'],
  'heat-pump': [
    'fuel=gas&consumption=11500&efficiency=0.85&scop=2.76&electricityPrice=26.11&fuelPrice=7.33&standingCharge=29.04&meterGoes=1&nation=england&quote=12000',
    'fuel=oil&consumption=18000&efficiency=0.8&flow=50&electricityPrice=26.11&fuelPrice=6.5&nation=scotland&quote=14000',
    'fuel=electric&consumption=9000&efficiency=1&flow=35&nation=wales',
  ],
  'heat-loss': ['consumption=11500&efficiency=0.85&people=3&region=6&indoor=20&design=-3', 'postcode=BT9&consumption=15000&efficiency=0.9'],
  radiators: ['loss=1200&output=2600&room=21', 'rooms=1200:2600:21;800:1000:18'],
  battery: [
    'mode=night&energy=1700&dayPrice=29&nightPrice=9&efficiency=0.9&standby=20&meanPrice=20&price=3000',
    'mode=solar&slopes=2.4:36:E:none&postcode=LS6&use=3100&size=5&dayPrice=26.11&export=12&efficiency=0.9&price=3000',
  ],
  'car-and-tariff': [
    'mpg=45&pumpPrice=158.52&kWhPerMile=0.28&efficiency=0.9&miles=8000&use=2700&nightShare=0.2&dayPrice=29&nightPrice=8&plainPrice=26.11&standingCharge=0&carOnlyHousePrice=25.5&carOnlyPrice=7.5',
  ],
  insulation: [
    'area=45&uBefore=0.40&uAfter=0.16&region=17&efficiency=0.85&price=7.33',
    'area=85&uBefore=1.5&uAfter=0.7&postcode=LD1&fuel=oil&litrePrice=75&quote=1500',
  ],
  noise: ['power=54&directivity=8&distance=5&barrier=0'],
  supply: ['house=45&charger=32&limit=60', 'house=70&charger=32&fuse=100&phases=3&inverter=11'],
  'quote-check': [
    'kind=solar&postcode=LS6&slopes=4.8:36:S:none&use=3000&yield=4674&selfUse=0.75&price=9000&inverter=5',
    'kind=heat-pump&size=12&load=6.44&scop=4.9&flow=50&priceRise=8&vat=20',
    'kind=both&postcode=LS6&slopes=4.8:36:S:none&use=3000&battery=5&selfUse=60&size=8&heatPumpPrice=15000&flow=45',
    'kind=both&slopes=4.8:36:S:none&price=30000&inverter=3.6&size=7&load=6.44&scop=3.4&flow=40&vat=0',
  ],
  grants: [
    'nation=scotland&tenure=owner&fuel=oil&plans=air-to-water,biomass,insulation,solar,battery',
    'nation=wales&tenure=tenant&fuel=electric&plans=air-to-water,charger,electric-car',
    'nation=northern-ireland&plans=air-to-water,insulation,charger',
    'nation=england&tenure=landlord&fuel=oil&offGasGrid=1&rural=1&plans=air-to-water,ground-source,biomass,charger',
    'nation=england&tenure=social&fuel=gas&plans=air-to-water,air-to-air,insulation,solar',
    'nation=england&tenure=owner&fuel=heat-pump&plans=air-to-water,biomass',
  ],
  'heat-pump-suitability': [
    'nation=wales&outdoors=yes&neighbour=yes&pipes=yes&insulated=yes&cylinder=yes&mains=yes&listed=no',
    'nation=scotland&dwelling=flat&tenure=tenant&pipes=no&outdoors=no',
  ],
  'car-finder': ['drive=200&charging=rapid&seats=7&boot=350&towing=1200&budget=40000&monthly=400'],
  'which-first': [
    'house=semi&age=1930-1982&region=6&nation=england&budget=5000&fuel=gas&consumption=11500',
    'house=detached&age=before-1930&region=20&nation=scotland&budget=30000&fuel=oil&fuelPrice=6.5&consumption=25000&done=loft',
    'house=flat&age=after-1982&fuel=electric&consumption=4000',
    'postcode=G12&tenure=tenant&house=flat&age=before-1930&walls=solid&glazing=single&heating=storage&bill=1600',
    'postcode=LD1&house=detached&age=before-1930&walls=solid&fuel=oil&litres=2500&litrePrice=75&budget=20000',
    'house=terrace&age=before-1930&fuel=lpg&fuelPrice=9&consumption=14000&done=draughts,loft',
  ],
}

/**
 * Returns the values to try for an input. After the first home these are only values that can show or hide other inputs, and one ordinary
 * value.
 */
function listTestValues({ kind, min = 0, max = 100, choices = [] }: ToolInput, isFirstHome: boolean): string[] {
  const choiceValues = choices.map(({ value }) => value)
  const ordinaryValue = String(Number(((min + max) / 3).toFixed(2)))
  if (!isFirstHome && kind !== 'choice' && kind !== 'choices' && kind !== 'flag') return [ordinaryValue]
  switch (kind) {
    case 'number':
    case 'whole':
      return [
        String(min),
        kind === 'whole' ? String(Math.round(Number(ordinaryValue))) : ordinaryValue,
        String(max),
        String(max * 10 + 1),
        'many',
      ]
    case 'flag':
      return ['0', '1', 'maybe']
    case 'choice':
      return [...choiceValues, 'another', '']
    case 'choices':
      return [...choiceValues, choiceValues.slice(0, 2).join(','), 'another']
    case 'postcode':
      return ['LS6 1AA', 'BT9', 'ZE1', 'ZZ9 9ZZ']
    case 'date':
      return ['2026-12-24', '2027-06-01', '2020-01-01', 'soon']
    case 'slopes':
      return ['4:30:S:none', '4:30:N:significant;1:10:E:modest', '4:30', '0:30:S:none', '4:95:S:none', '4:30:UP:none']
    case 'elements':
      return ['45:0.3', '45:0.3;10:1.4', '45', '45:99']
    case 'rooms':
      return ['1200:2600:21', '1200:2600:21;800:1000:18', '1200', '1200:2600:21:9', '1200:2600:99']
  }
}

const formatShort = (value: number | null): string => (value === null ? '–' : String(Number(value.toPrecision(5))))
const isBand = (value: unknown): value is Band => typeof value === 'object' && value !== null && 'middle' in value && 'unit' in value
const formatBand = ({ low, middle, high, unit }: Band) =>
  `${formatShort(low)} ${formatShort(middle)} ${formatShort(high)}${unit && ` ${unit}`}`
const shortenNumbers = (value: unknown): unknown =>
  isBand(value)
    ? formatBand(value)
    : typeof value === 'number'
      ? Number(value.toPrecision(5))
      : Array.isArray(value)
        ? value.map(shortenNumbers)
        : typeof value === 'object' && value !== null
          ? Object.fromEntries(Object.entries(value).map(([key, property]) => [key, shortenNumbers(property)]))
          : value

/** Returns the first string of a list item as its name, so that reordering does not change its key. */
const findName = (row: unknown): string | undefined =>
  typeof row === 'object' && row !== null ? Object.values(row).find((property) => typeof property === 'string') : undefined

type SnapshotEntry = Record<string, string>
function createEntry(name: ToolName, query: Record<string, string>): SnapshotEntry {
  const runResult = runTool(name, query, referenceValues)
  if (!runResult.isValid)
    return Object.fromEntries(Object.entries(runResult.errors).map(([field, error]) => [`wrong ${field}`, String(error)]))
  return Object.fromEntries([
    ...Object.entries(runResult.inputs).map(([key, { text, unit, whose }]): [string, string] => [`in ${key}`, `${text} ${unit} ${whose}`]),
    ...Object.entries(runResult.results).map(([key, band]): [string, string] => [key, formatBand(band)]),
    ...Object.entries(runResult.details).flatMap(([key, value]): [string, string][] =>
      Array.isArray(value)
        ? value.map((item, index): [string, string] => [`${key} ${findName(item) ?? index}`, JSON.stringify(shortenNumbers(item))])
        : [[key, JSON.stringify(shortenNumbers(value))]],
    ),
    ...runResult.warnings.map(({ code, message }): [string, string] => [`warning ${code}`, message]),
    ['from', runResult.constants.map(({ key }) => key).join(' ')],
  ])
}

/** Whether a difference is printed. Those of months, reference keys and inputs are not, as they would repeat the same change. */
const isReported = (key: string): boolean => !/^(months \d|from$|in )/.test(key)

/** Maximum length of texts that are printed repeatedly; longer ones are printed once and then abbreviated. */
const MAX_REPEATED_CHARACTERS = 60

/** Returns a line for each result in which `other` differs from `base`. */
function listDifferences(base: SnapshotEntry, other: SnapshotEntry, printed: Set<string>): string[] {
  if (Object.keys(other).some((key) => key.startsWith('wrong '))) return Object.entries(other).map(([key, text]) => `    ${key}: ${text}`)
  return [
    ...Object.entries(other).flatMap(([key, text]) => {
      if (base[key] === text || !isReported(key)) return []
      const isKnown = text.length > MAX_REPEATED_CHARACTERS && printed.has(text)
      printed.add(text)
      return [isKnown ? `    ${key}: as said before` : `    ${key}: ${text}`]
    }),
    ...Object.keys(base).flatMap((key) => (key in other || !isReported(key) ? [] : [`    no ${key}`])),
  ]
}

function listLines(name: ToolName): string[] {
  const tool = TOOLS[name]
  const homes: Record<string, string>[] = [getExample(tool), ...HOMES[name].map((query) => Object.fromEntries(new URLSearchParams(query)))]
  return homes.flatMap((home, index) => {
    const baseEntry = createEntry(name, home)
    const printed = new Set(Object.values(baseEntry))
    const variantLines = tool.inputs.flatMap((input) =>
      listTestValues(input, index === 0)
        .filter((value) => value !== home[input.name])
        .flatMap((value) => {
          const { [input.name]: _removed, ...others } = home
          const changes = listDifferences(baseEntry, createEntry(name, value === '' ? others : { ...home, [input.name]: value }), printed)
          return changes.length > 0 ? [`  ${input.name}=${value}`, ...changes] : []
        }),
    )
    return [
      `${name}?${new URLSearchParams(home)}`,
      ...Object.entries(baseEntry).map(([key, text]) => `    ${key}: ${text}`),
      ...variantLines,
    ]
  })
}

test('results of every tool match the snapshot', async () => {
  const lines = TOOL_NAMES.flatMap(listLines)
  expect(lines.length).toBeGreaterThan(1000)
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(join(import.meta.dirname, 'tool-answers.txt'))
})
