/** Chooses the generated drawing for a product without a picture, by its category, name and specifications. */
import { getOwn } from '#platform/client/get-own.client.ts'
import { createDrawnPath, VARIETY_COUNT, type DrawnProduct, type DrawnForm, type DrawnUnit } from '#features/pictures/drawn.policy.ts'
import { parseSpecifications, type Specification } from '#features/products/specifications/specification.policy.ts'

export interface DescribedProduct {
  name: string
  categorySlug: string
  technicalSpecs: string | null | undefined
}

/** @returns the path of the drawing; null if no rule of the category matches and it has no default form */
export function productDrawingPath({ name, categorySlug, technicalSpecs }: DescribedProduct): string | null {
  const specs = parseSpecifications(technicalSpecs, categorySlug)
  const described = [name, ...specs.filter(({ label }) => KIND_LABELS.test(label)).map(({ value, label }) => `${label} ${value}`)]
    .join('\n')
    .toLowerCase()
  const size = parseSize(specs)
  const specValue = findDrawnValue(specs, categorySlug)
  const form = chooseForm(categorySlug, { name: name.toLowerCase(), described, size, amount: specValue?.number })
  if (!form) return null
  const length = findValue(specs, 'length')
  const isCar = categorySlug === 'electric-vehicles' && form !== 'bicycle'
  return createDrawnPath({
    form,
    ...(isCar ? (length ? { length } : {}) : orientSize(categorySlug, size)),
    ...(isCar || size || !specValue ? {} : { specValue }),
    ...(categorySlug === 'solar-panels' ? { count: countPanels(specs, name) } : {}),
    variety: hashToVariety(name),
  })
}

interface Facts {
  name: string
  /** The name, and the lines about the kind of product, in lower case. */
  described: string
  size: Size | undefined
  /** The number that the drawing shows, such as the capacity. */
  amount: number | undefined
}

/** Matches the labels of lines that describe the kind of product. */
const KIND_LABELS = /^(type|kind|body|form|style|mounting|fitting|location|installation|cable|outlets|sockets|cell type|colour|product)\b/i

type Rule = readonly [DrawnForm, RegExp | ((facts: Facts) => boolean)]

const isWide = ({ size }: Facts) => size !== undefined && size.width > size.height * 1.2
const isAtLeast = (amount: number) => (facts: Facts) => (facts.amount ?? 0) >= amount

/** Rules for each category, of which the first that matches decides. `else` is the default form of the category. */
const RULES: Record<string, { rules: Rule[]; else?: DrawnForm }> = {
  'electric-vehicles': {
    rules: [
      ['bicycle', /\b(e-?bike|bicycle|bike|pedelec)\b/],
      ['suv', /\b(suv|4x4|four-wheel drive|off-?road|pick-?up)\b/],
      ['carrier', /\b(people carrier|mpv|van|minibus|camper|[789] seats?|[789]-seater)\b/],
      ['estate', /\b(estate|tourer|touring|wagon|shooting brake)\b/],
      ['crossover', /\bcrossover\b/],
      ['city', /\b(city|supermini|three-door|3-door|two-seater|mini|quadricycle|micro)\b/],
      ['saloon', /\b(saloon|sedan|coupe|fastback|gran turismo)\b|\bcoupé/],
      ['hatchback', /\b(hatch|hatchback|five-door|5-door)\b/],
    ],
    else: 'hatchback',
  },
  'solar-panels': {
    rules: [
      ['inverter', /\binverters?\b/],
      ['tiles', ({ name }) => /\b(tiles?|shingles?)\b/.test(name)],
      ['flexible-panels', /\b(flexible|bonded|flexi|lightweight|camper|boat)\b/],
      ['roof-panels', /\b(in[- ](the[- ])?roof|integrated|in place of (slates|tiles))\b/],
      ['frame-panels', /\b(bifacial|glass[- ]glass|clear back|ground)\b/],
      ['rail-panels', /\b(balcony|railing|plug-?in|fence|on a wall)\b/],
      ['black-panels', /\b(all[- ]?black|full[- ]black|black back)\b/],
    ],
    else: 'panels',
  },
  'battery-storage': {
    rules: [
      ['inverter', /\binverters?\b/],
      ['portable-battery', /\b(portable|power station|carry|handle|camping)\b/],
      ['stacked-battery', /\b(stack|stacked|stackable|modular|modules?|tower|rack)\b/],
      ['outdoor-battery', /\b(cabinet|yard|outdoor enclosure)\b/],
      ['floor-battery', /\bfloor\b(?!.*\bwall\b)/],
      ['wide-battery', isWide],
      ['outdoor-battery', isAtLeast(20)],
      ['floor-battery', isAtLeast(9)],
      ['wall-battery', isAtLeast(4)],
      ['small-battery', isAtLeast(0.1)],
    ],
    else: 'wall-battery',
  },
  'ev-chargers': {
    rules: [
      ['portable-charger', /\b(portable|granny|travel|three-pin|3-pin|occasional)\b/],
      ['twin-charger', /\b(twin|double|dual|two (cars|outlets|sockets)|(outlets|sockets) [2-9])\b/],
      ['post-charger', /\b(post|pedestal|bollard|pillar|column|free-?standing)\b/],
      ['socket-charger', /\b(socket|untethered|bring your own|no cable|not included)\b/],
      ['tethered-charger', /\b(tether|tethered|attached|fixed cable|own cable)\b/],
      ['post-charger', isAtLeast(50)],
    ],
    else: 'socket-charger',
  },
  'home-efficiency': {
    rules: [
      ['cylinder', /\b(cylinder|hot water (tank|store)|heat battery|buffer)\b/],
      ['air-unit', /\b(air[- ]to[- ]air|air con|air conditioning|split unit|multi-?split)\b/],
      [
        'tall-heat-pump',
        ({ described, size, amount }) => /\bheat pump\b/.test(described) && ((size?.height ?? 0) > 1_100 || (amount ?? 0) >= 10),
      ],
      ['heat-pump', /\b(heat pump|monobloc)\b/],
      ['fan', /\b(fan|extractor|one room)\b/],
      ['ventilation', /\b(ventilation|ventilator|mvhr|heat recovery)\b/],
      ['radiator', /\b(radiators?|heater|towel rail|underfloor)\b/],
      ['thermostat', /\b(thermostats?|heating controls?|controller|smart control)\b/],
      ['window', /\b(windows?|glazing|glazed|rooflight|pane)\b/],
      ['insulation', /\b(insulation|insulating|loft roll|lagging|wool|draught)\b/],
      ['meter', /\b(meter|monitor|display|energy hub)\b/],
      ['lamp', /\b(led|lamp|bulb|lighting|light)\b/],
    ],
  },
  'green-living': {
    rules: [
      ['appliance', /\b(dryer|drier|washing|washer|dishwasher|laundry)\b/],
      ['kettle', /\bkettle\b/],
      ['hob', /\b(hob|induction|cooker|oven|stove|pan)\b/],
      ['bicycle', /\b(e-?bike|bicycle|bike|cargo bike|scooter)\b/],
      ['butt', /\b(water butt|rain ?water|butt|water tank)\b/],
      ['compost', /\b(compost|composter|composting|wormery|hot bin)\b/],
      ['lamp', /\b(led|lamp|bulb|lighting|light)\b/],
      ['meter', /\b(meter|monitor|display)\b/],
    ],
  },
}

/**
 * Chooses the form. A keyword in the name takes precedence, because the other lines also mention surroundings, such as the mounting surface. For a
 * name with `heat pump`, the other lines decide on the kind of heat pump.
 */
function chooseForm(categorySlug: string, facts: Facts): DrawnForm | undefined {
  const { rules, else: defaultForm } = getOwn(RULES, categorySlug) ?? { rules: [] }
  const matchPattern = (text: string) => rules.find(([, rule]) => (rule instanceof RegExp ? rule.test(text) : false))?.[0]
  const matchRule = (text: string) =>
    rules.find(([, rule]) => (rule instanceof RegExp ? rule.test(text) : rule({ ...facts, described: text })))?.[0]
  const formByName = matchPattern(facts.name)
  if (formByName && formByName !== 'heat-pump') return formByName
  return matchRule(facts.described) ?? defaultForm
}

interface Size {
  width: number
  height: number
}

const MILLIMETRES_BY_UNIT: Record<string, number> = { mm: 1, cm: 10, m: 1_000 }
const SIZE_PATTERN = /([\d.,]+)\s*(mm|cm|m)?\s*[×x*]\s*([\d.,]+)\s*(mm|cm|m)?(?:\s*[×x*]\s*[\d.,]+)?\s*(mm|cm|m)?/i

/** Parses the width and height in millimetres; undefined if they are missing or below 20 mm. The width is expected before the height. */
function parseSize(specs: readonly Specification[]): Size | undefined {
  const line = specs.find(({ label, value }) => /^(dimensions?|size|measurements?)\b/i.test(label) && SIZE_PATTERN.test(value))
  const [, width = '', , height = '', ,] = SIZE_PATTERN.exec(line?.value ?? '') ?? []
  const unit = /\b(mm|cm|m)\b/i.exec(line?.value.replace(/\d/g, ' ') ?? '')?.[1]?.toLowerCase() ?? 'mm'
  const toMillimetres = (text: string) => Number(text.replaceAll(',', '')) * (MILLIMETRES_BY_UNIT[unit] ?? 1)
  const size = { width: toMillimetres(width), height: toMillimetres(height) }
  return line && size.width >= 20 && size.height >= 20 ? size : undefined
}

/** Returns the size to draw. Panels are drawn upright, whichever side is written first. */
const orientSize = (categorySlug: string, size: Size | undefined): Partial<Size> =>
  size && categorySlug === 'solar-panels'
    ? { width: Math.min(size.width, size.height), height: Math.max(size.width, size.height) }
    : (size ?? {})

/** Keys and units of the numbers that a drawing can show. It shows the first that the product states. */
const DRAWN_VALUES: Record<string, readonly (readonly [key: string, unit: DrawnUnit])[]> = {
  'solar-panels': [['panel_power', 'w']],
  'battery-storage': [['usable_capacity', 'kwh']],
  'ev-chargers': [['charging_power', 'kw']],
  'home-efficiency': [
    ['heat_output', 'kw'],
    ['volume', 'l'],
  ],
  'green-living': [['capacity', 'kg']],
}

function findDrawnValue(specs: readonly Specification[], categorySlug: string): DrawnProduct['specValue'] {
  for (const [key, unit] of getOwn(DRAWN_VALUES, categorySlug) ?? []) {
    const number = findValue(specs, key)
    if (number !== undefined && number > 0) return { number, unit }
  }
  return undefined
}

const findValue = (specs: readonly Specification[], key: string): number | undefined => specs.find((spec) => spec.key === key)?.comparable

/** Parses the number of panels from texts such as `Sold as: kit of at least 4 panels` or `Solar kit, 6 panels`; 1 if none states it. */
function countPanels(specs: readonly Specification[], name: string): number {
  const lines = [name, ...specs.map(({ label, value }) => `${label}: ${value}`)]
  const panelCount = lines.map((line) => /\b(\d{1,2})[ -](?:[a-z]+ )?panels?\b/i.exec(line)?.[1]).find(Boolean)
  return Math.max(1, Number(panelCount ?? 1))
}

/** Hashes the name, so that a product always gets the same variant of its drawing. */
function hashToVariety(name: string): number {
  let hash = 7
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return hash % VARIETY_COUNT
}
