/** Tests the calculations of the tools `quote-check` and `grants`. */
import { describe, expect, test } from 'vitest'
import { NATIONS, createReferenceValues } from '#features/figures/figures.policy.ts'
import { readReferenceValueRows } from '#features/figures/figure-seed.service.ts'
import { GRANT_MEASURES, type GrantInputs } from './grants/grant-inputs.policy.ts'
import { calculateGrants } from './grants/grants.policy.ts'
import { listLowIncomeRoutes } from './grants/low-income-routes.policy.ts'
import { calculateSolar } from './solar.policy.ts'
import { checkQuote } from './quote-check/quote-check.policy.ts'
import { QUOTE_LINES, type QuoteInputs, type SolarQuote } from './quote-check/quote-inputs.policy.ts'

const referenceValues = createReferenceValues(readReferenceValueRows(), '2026-11-23')

describe('quote check', () => {
  const roof: SolarQuote = {
    region: 11,
    slopes: [{ kwp: 4.8, pitchDegrees: 36, direction: 'S', shade: 'none' }],
    useKwh: 3000,
    batteryKwh: 0,
    phases: 1,
    hasG99: false,
  }
  const completeTerms: QuoteInputs = { nation: 'england', terms: { lines: QUOTE_LINES } }
  const getVerdicts = (inputs: Partial<QuoteInputs>) =>
    Object.fromEntries(checkQuote({ ...completeTerms, ...inputs }, referenceValues).checks.map(({ key, verdict }) => [key, verdict]))

  test('marks a claimed self-use above the home’s yearly use as impossible', () => {
    const { checks } = checkQuote({ ...completeTerms, solar: { ...roof, claimedKwh: 4674, claimedSelfUse: 0.75 } }, referenceValues)
    const check = checks.find(({ key }) => key === 'self-use')
    expect(check).toMatchObject({ verdict: 'impossible' })
    expect(check?.message).toMatch(/3,506 kWh.*3,000 kWh/)
  })
  test('marks a self-use share above the ceiling as impossible', () => {
    const { results } = checkQuote({ ...completeTerms, solar: roof }, referenceValues)
    const ceiling = results['ceiling']?.middle ?? 0
    expect(getVerdicts({ solar: { ...roof, claimedSelfUse: ceiling + 0.001 } })['self-use']).toBe('impossible')
    expect(getVerdicts({ solar: { ...roof, claimedSelfUse: ceiling - 0.01 } })['self-use']).toBe('ask')
  })
  test('questions a self-use share above that of a home with the battery in the quote', () => {
    const getShare = (batteryKwh: number) => checkQuote({ ...completeTerms, solar: { ...roof, batteryKwh } }, referenceValues).results
    const solar = calculateSolar(
      { region: roof.region, slopes: roof.slopes, useKwh: 3000, batteryKwh: 5, importPencePerKwh: 26, exportPencePerKwh: 12 },
      referenceValues,
    )
    expect(getShare(5)['selfUseShare']?.middle).toBeCloseTo(solar.results['selfUseShare']?.middle ?? 0, 9)
    const [withoutBattery, withBattery] = [getShare(0)['selfUseShare'], getShare(5)['selfUseShare']]
    expect(withBattery?.low).toBeGreaterThan(withoutBattery?.high ?? 1)
    const claimedSelfUse = withBattery?.middle ?? 0
    expect(getVerdicts({ solar: { ...roof, claimedSelfUse } })['self-use']).toBe('ask')
    expect(getVerdicts({ solar: { ...roof, claimedSelfUse, batteryKwh: 5 } })['self-use']).toBe('fine')
  })
  test('questions a heat pump price outside the range for its size', () => {
    const getPriceVerdict = (kw: number, pricePounds: number) =>
      getVerdicts({ heatPump: { kw, pricePounds, flowCelsius: 45 } })['heat-pump-price']
    expect([7900, 8100, 10_900, 11_100].map((pounds) => getPriceVerdict(5, pounds))).toEqual(['ask', 'fine', 'fine', 'ask'])
    expect([13_900, 15_900, 18_100].map((pounds) => getPriceVerdict(14, pounds))).toEqual(['ask', 'fine', 'ask'])
    // 11 kW is in the middle between 8 and 14 kW, so the range is £12,000 to £16,000.
    expect([11_900, 12_100, 15_900, 16_100].map((pounds) => getPriceVerdict(11, pounds))).toEqual(['ask', 'fine', 'fine', 'ask'])
    expect(getVerdicts({ heatPump: { pricePounds: 12_000, flowCelsius: 45 } })['heat-pump-price']).toBeUndefined()
  })
  test('questions yield, price and inverter outside their bounds', () => {
    const sapKwh = 4151.5
    const getSolarVerdicts = (changes: Partial<SolarQuote>) => getVerdicts({ solar: { ...roof, ...changes } })
    expect([0.89, 0.91, 1.14, 1.16].map((factor) => getSolarVerdicts({ claimedKwh: sapKwh * factor })['yield'])).toEqual([
      'ask',
      'fine',
      'fine',
      'ask',
    ])
    expect([0.74, 0.76, 1.24, 1.26].map((factor) => getSolarVerdicts({ pricePounds: 1780 * 4.8 * factor })['price'])).toEqual([
      'ask',
      'fine',
      'fine',
      'ask',
    ])
    const smallRoof = { slopes: [{ kwp: 4, pitchDegrees: 36, direction: 'S' as const, shade: 'none' as const }] }
    expect(getSolarVerdicts({ ...smallRoof, pricePounds: 1876 * 4 * 1.24 })['price']).toBe('fine')
    expect(getSolarVerdicts({ inverterKw: 3.68 })['inverter']).toBe('fine')
    expect(getSolarVerdicts({ inverterKw: 5 })['inverter']).toBe('ask')
    expect(getSolarVerdicts({ inverterKw: 5, hasG99: true })['inverter']).toBe('fine')
    expect(getSolarVerdicts({ inverterKw: 10, phases: 3 })['inverter']).toBe('fine')
  })
  test('questions a heat pump’s size, SCOP and missing flow temperature', () => {
    const getHeatPumpVerdicts = (kw: number, scop: number, flowCelsius?: number) =>
      getVerdicts({ heatPump: { kw, loadKw: 6.44, scop, flowCelsius } })
    expect(getHeatPumpVerdicts(8, 3.6, 45)).toEqual({ size: 'fine', scop: 'fine', flow: 'fine' })
    expect(getHeatPumpVerdicts(12, 3.8, 45)).toEqual({ size: 'ask', scop: 'ask', flow: 'fine' })
    expect(getHeatPumpVerdicts(4, 3.8)).toEqual({ size: 'ask', flow: 'ask' })
    expect(getHeatPumpVerdicts(8, 2.9, 45)).toMatchObject({ scop: 'ask' })
    expect(getHeatPumpVerdicts(8, 2.7, 60)).toMatchObject({ flow: 'ask', scop: 'fine' })
  })
  test('names the SCOP that the grant asks for in England and Wales', () => {
    const getVerdict = (scop: number, nation: QuoteInputs['nation']) =>
      getVerdicts({ nation, heatPump: { scop, flowCelsius: 55 } })['grant-scop']
    expect(getVerdict(2.7, 'england')).toBe('ask')
    expect(getVerdict(2.8, 'wales')).toBeUndefined()
    expect(getVerdict(2.7, 'scotland')).toBeUndefined()
  })
  test('asks for no grant in Northern Ireland, and has no median price of panels there', () => {
    const check = (nation: QuoteInputs['nation']) =>
      checkQuote({ nation, solar: { ...roof, pricePounds: 20_000 }, heatPump: { flowCelsius: 45 }, terms: { lines: [] } }, referenceValues)
    const listKeys = (nation: QuoteInputs['nation']) => check(nation).checks.map(({ key }) => key)
    expect(listKeys('england')).toEqual(expect.arrayContaining(['price', 'line-grant']))
    expect(listKeys('northern-ireland')).not.toEqual(expect.arrayContaining(['price']))
    expect(listKeys('northern-ireland')).not.toEqual(expect.arrayContaining(['line-grant']))
    expect(check('northern-ireland').results['pricePerKwp']?.middle).toBeNull()
    expect(check('northern-ireland').warnings.map(({ code }) => code)).toEqual(['no-median'])
  })
  test('adds a question for each missing or unusual term', () => {
    const { checks } = checkQuote(
      { nation: 'england', solar: roof, terms: { lines: [], priceRisePercent: 5, vatPercent: 20 } },
      referenceValues,
    )
    expect(checks.map(({ key }) => key)).toEqual(['price-rise', 'vat', 'line-mcs', 'line-scaffold', 'line-network'])
    expect(checks.every(({ verdict, question = '' }) => verdict === 'ask' && question.endsWith('?'))).toBe(true)
    expect(getVerdicts({ solar: roof, terms: { lines: QUOTE_LINES, priceRisePercent: 3, vatPercent: 0 } })).toEqual({
      'price-rise': 'fine',
      vat: 'fine',
    })
  })
})

describe('grants', () => {
  const home: GrantInputs = {
    nation: 'england',
    tenure: 'owner',
    fuel: 'gas',
    isOffGasGrid: false,
    isRural: false,
    isFlat: false,
    parking: 'unknown',
    hasPavementChannel: false,
    hasPanels: false,
    plans: ['air-to-water'],
    day: '2026-11-23',
  }
  const getGrants = (changes: Partial<GrantInputs>) =>
    Object.fromEntries(
      calculateGrants({ ...home, ...changes }, referenceValues).grants.map(({ key, verdict, pounds }) => [
        key,
        pounds === undefined ? verdict : pounds,
      ]),
    )
  test.each<[Partial<GrantInputs>, Record<string, unknown>]>([
    [{}, { 'bus.air-to-water': 7500 }],
    [{ fuel: 'oil', isOffGasGrid: true, nation: 'wales' }, { 'bus.off-grid-oil-lpg': 9000 }],
    [{ fuel: 'oil', isOffGasGrid: false }, { 'bus.air-to-water': 7500 }],
    [{ fuel: 'coal', isOffGasGrid: true }, { 'bus.air-to-water': 7500 }],
    [{ tenure: 'tenant' }, { 'bus.air-to-water': 'not for you' }],
    [{ tenure: 'landlord' }, { 'bus.air-to-water': 7500 }],
    [{ tenure: 'social' }, { 'bus.air-to-water': 'not for you' }],
    [{ fuel: 'heat-pump' }, { 'bus.air-to-water': 'not for you' }],
    [{ plans: ['biomass'] }, { 'bus.biomass': 'not for you' }],
    [{ plans: ['biomass'], isOffGasGrid: true, isRural: true, fuel: 'oil' }, { 'bus.biomass': 5000 }],
    [{ plans: ['ground-source'], isOffGasGrid: true, fuel: 'oil' }, { 'bus.ground-source': 7500 }],
    [
      { nation: 'scotland' },
      { 'bus.air-to-water': 'not for you', 'scotland.heat-pump-grant': 7500, 'scotland.rural-uplift': 'not for you' },
    ],
    [
      { nation: 'scotland', isRural: true },
      { 'scotland.heat-pump-grant': 7500, 'scotland.rural-uplift': 1500 },
    ],
    [{ nation: 'scotland', plans: ['insulation'], isRural: true }, { 'scotland.insulation-grant-rural': 9000 }],
    [{ plans: ['charger'] }, { 'chargepoint.grant': 'not for you' }],
    [{ plans: ['charger'], tenure: 'tenant', parking: 'own' }, { 'chargepoint.grant': 500 }],
    [{ plans: ['charger'], tenure: 'social', parking: 'street' }, { 'chargepoint.grant': 'not for you' }],
    [{ plans: ['charger'], tenure: 'tenant', parking: 'street', hasPavementChannel: true }, { 'chargepoint.grant': 500 }],
    [{ plans: ['charger'], tenure: 'landlord' }, { 'chargepoint.grant': 500 }],
    [{ plans: ['charger'], isFlat: true, parking: 'own' }, { 'chargepoint.grant': 500 }],
    [{ plans: ['charger'], isFlat: true, parking: 'none' }, { 'chargepoint.grant': 'not for you' }],
    [{ plans: ['charger'], parking: 'own' }, { 'chargepoint.grant': 'not for you' }],
    [{ plans: ['air-to-air'] }, { 'bus.air-to-air': 2500 }],
    [{ plans: ['air-to-air'], fuel: 'heat-pump' }, { 'bus.air-to-air': 'not for you' }],
    [{ plans: ['battery'] }, { 'seg.least-customers': 'not for you' }],
    [{ plans: ['battery'], hasPanels: true }, { 'seg.least-customers': 'for you' }],
    [{ plans: ['solar', 'battery'] }, { 'seg.least-customers': 'for you' }],
    [{ plans: ['charger'], hasPavementChannel: true, day: '2027-05-01' }, { 'chargepoint.grant': 'open' }],
    [
      { plans: ['solar'], nation: 'northern-ireland' },
      { 'seg.least-customers': 'not for you', 'vat.energy-saving': 'for you' },
    ],
    [{ plans: ['solar'] }, { 'seg.least-customers': 'for you' }],
    [{ plans: ['electric-car'] }, { 'car.grant': 3750 }],
  ])('returns the expected verdicts and amounts for %j', (changes, expected) => expect(getGrants(changes)).toMatchObject(expected))

  test('the larger grant for oil is likely, the one for all homes certain, and neither after the scheme', () => {
    const oil = { ...home, nation: 'wales', fuel: 'oil', isOffGasGrid: true, plans: ['air-to-water'] } as const
    const getTotal = (day: string) => calculateGrants({ ...oil, day }, referenceValues).results['total']
    expect(getTotal('2026-12-01')).toMatchObject({ low: 7500, middle: 9000, high: 9000 })
    expect(getTotal('2030-05-01')).toMatchObject({ low: 0, middle: 0, high: 9000 })
  })
  test('uses the VAT rate in force on the day of the work', () => {
    const findVatGrant = (day: string) =>
      calculateGrants({ ...home, plans: ['solar'], day }, referenceValues).grants.find(({ key }) => key === 'vat.energy-saving')
    expect(findVatGrant('2027-03-31')?.because).toMatch(/^VAT is 0%/)
    expect(findVatGrant('2027-04-01')?.because).toMatch(/^VAT is 5%/)
  })
  test('the total counts one kind of heating, and includes open grants at the high end only', () => {
    const getTotal = (changes: Partial<GrantInputs>) => calculateGrants({ ...home, ...changes }, referenceValues).results['total']
    expect(getTotal({ plans: ['air-to-water', 'ground-source', 'biomass'] })).toMatchObject({ low: 7500, middle: 7500, high: 7500 })
    expect(getTotal({ fuel: 'coal', isOffGasGrid: true })).toMatchObject({ low: 0, high: 7500 })
    // The grant is likely before the assessment; the addition for rural homes is open.
    expect(getTotal({ nation: 'scotland', isRural: true })).toMatchObject({ low: 0, middle: 7500, high: 9000 })
    expect(getTotal({ nation: 'northern-ireland', plans: GRANT_MEASURES.slice(0, 7) })).toMatchObject({ low: 0, high: 0 })
  })
  const findGrant = (changes: Partial<GrantInputs>, key: string) =>
    calculateGrants({ ...home, ...changes }, referenceValues).grants.find((grant) => grant.key === key)
  test.each<[string, Partial<GrantInputs>, string]>([
    ['a tenant whose parking is not known', { plans: ['charger'], tenure: 'tenant' }, 'chargepoint.grant'],
    ['an owner of a flat whose parking is not known', { plans: ['charger'], isFlat: true }, 'chargepoint.grant'],
    ['an amount whose last day is not confirmed', { fuel: 'oil', isOffGasGrid: true }, 'bus.off-grid-oil-lpg'],
    ['air to air off the gas grid, whose amounts are not confirmed', { plans: ['air-to-air'], isOffGasGrid: true }, 'bus.air-to-air'],
    ['work after the last year with funding', { day: '2030-04-01' }, 'bus.air-to-water'],
  ])('is open for %s', (_, changes, key) => expect(findGrant(changes, key)?.verdict).toBe('open'))
  test('names what the grant needs that the tool does not know', () => {
    expect(findGrant({ plans: ['charger'], tenure: 'tenant' }, 'chargepoint.grant')?.because).toContain(
      'private parking space off the street',
    )
    expect(findGrant({ fuel: 'oil', isOffGasGrid: true }, 'bus.off-grid-oil-lpg')?.because).toContain('reported but not confirmed')
    expect(findGrant({ plans: ['air-to-air'] }, 'bus.air-to-air')?.because).toContain('hot water')
    expect(findGrant({ nation: 'scotland' }, 'scotland.heat-pump-loan')).toMatchObject({
      verdict: 'open',
      because: expect.stringContaining('less than £5,000 within 5 years, up to £9,999 within 10 and more within 12') as string,
    })
  })
  test('the total contains a likely amount in the middle, and no loan', () => {
    const getTotal = (changes: Partial<GrantInputs>) => calculateGrants({ ...home, ...changes }, referenceValues).results['total']
    expect(getTotal({ fuel: 'oil', isOffGasGrid: true })).toMatchObject({ low: 7500, middle: 9000, high: 9000 })
    expect(getTotal({ nation: 'scotland' })).toMatchObject({ low: 0, middle: 7500, high: 7500 })
  })
  describe('low-income routes', () => {
    const listRoutes = (changes: Partial<GrantInputs>) => listLowIncomeRoutes({ ...home, ...changes }, referenceValues)
    test.each<[GrantInputs['nation'], string[]]>([
      ['england', ['Warm Homes: Local Grant', 'ECO4']],
      ['wales', ['Nest', 'ECO4']],
      ['scotland', ['Warmer Homes Scotland', 'ECO4']],
      ['northern-ireland', ['Affordable Warmth']],
    ])('are the schemes of %s', (nation, names) => expect(listRoutes({ nation }).map(({ name }) => name)).toEqual(names))
    test('name the income limit, and who decides', () => {
      expect(listRoutes({})[0]?.because).toContain('£36,000 or less')
      expect(listRoutes({ tenure: 'tenant' })[0]?.because).toContain('Your landlord has to agree.')
      expect(listRoutes({ tenure: 'social' }).map(({ verdict }) => verdict)).toEqual(['not for you', 'not for you'])
    })
    test('say when they end, or that they have ended', () => {
      expect(listRoutes({ nation: 'northern-ireland' })[0]?.because).toContain('It was due to run until 31 March 2026')
      expect(listRoutes({})[1]?.because).toContain('finished by 31 December 2026')
      expect(listRoutes({ day: '2027-01-01' })[1]).toMatchObject({
        verdict: 'not for you',
        because: 'It ended on 31 December 2026 and has no successor.',
      })
    })
    test('are empty for plans that they do not pay for', () => expect(listRoutes({ plans: ['charger', 'electric-car'] })).toEqual([]))
  })
  test('every grant has a reason in every nation', () => {
    for (const nation of NATIONS) {
      const { grants } = calculateGrants({ ...home, nation, plans: GRANT_MEASURES }, referenceValues)
      expect(grants.filter(({ because }) => because.length < 8 || because.includes('undefined') || because.includes('?'))).toEqual([])
      expect(new Set(grants.map(({ plan }) => plan)).size).toBe(GRANT_MEASURES.length)
    }
  })
})
