import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { postReviewEndpoint, recentReviewsEndpoint } from '#features/reviews/review.contract.ts'
import { findPicture } from '#features/pictures/picture.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { productDrawingPath } from './product-drawing.policy.ts'
import { changeProductEndpoint, saveProductEndpoint } from '#features/products/editing/product-editing.contract.ts'
import { compareProductsEndpoint } from '#features/products/specifications/product-spec.contract.ts'
import { pickProductImage } from './product.client.ts'
import { getProductEndpoint, listProductsEndpoint } from './product.contract.ts'

const getDrawingName = (categorySlug: string, name: string, technicalSpecs = '') =>
  productDrawingPath({ name, categorySlug, technicalSpecs })
    ?.replace('/art/drawn/', '')
    .replace(/\.v\d+\.svg$/, '') ?? null

describe('the drawing of a product', () => {
  it.each([
    ['electric-vehicles', 'Merlin 60', 'Body: five-door SUV\nLength: 4,710 mm', 'suv.l4710'],
    ['electric-vehicles', 'Merlin 40', 'Body: three-door city car', 'city'],
    ['electric-vehicles', 'Merlin', '', 'hatchback'],
    ['electric-vehicles', 'Merlin cargo bike', 'Length: 2,000 mm', 'bicycle'],
    ['solar-panels', 'Ridge 440', 'Dimensions: 1,762 × 1,134 × 30 mm', 'panels.w1134.h1762'],
    ['solar-panels', 'Ridge 440', 'Panel power: 440 W\nSold as: kit of at least 4 panels', 'panels.n4.f440w'],
    ['solar-panels', 'Ridge', 'Colour: black frame, black back', 'black-panels'],
    ['solar-panels', 'Ridge', 'Mounting: in the roof, in place of slates', 'roof-panels'],
    ['solar-panels', 'Slate tile 15', 'Mounting: in the roof, in place of slates', 'tiles'],
    ['solar-panels', 'Ridge', 'Colour: black frame, white back', 'panels'],
    ['solar-panels', 'Ridge', 'Mounting: on rails above the tiles', 'panels'],
    ['battery-storage', 'Keep 10', 'Usable capacity: 10.0 kWh', 'floor-battery.f10kwh'],
    ['battery-storage', 'Keep 5', 'Usable capacity: 5 kWh\nLocation: indoors', 'wall-battery.f5kwh'],
    ['battery-storage', 'Keep 2', 'Usable capacity: 2.4 kWh', 'small-battery.f2_4kwh'],
    ['battery-storage', 'Keep', 'Dimensions: 112 x 68 x 18 cm', 'wide-battery.w1120.h680'],
    ['battery-storage', 'Portable 2', 'Usable capacity: 2 kWh', 'portable-battery.f2kwh'],
    ['battery-storage', 'Tower', '', 'stacked-battery'],
    ['ev-chargers', 'Home 7', 'Charging power: 7.4 kW\nCable: attached, 7.5 m', 'tethered-charger.f7_4kw'],
    ['ev-chargers', 'Home 7', 'Cable: socket, bring your own', 'socket-charger'],
    ['ev-chargers', 'Yard post', '', 'post-charger'],
    ['ev-chargers', 'Yard', 'Outlets: 2', 'twin-charger'],
    ['home-efficiency', 'Alba', 'Type: air source heat pump\nDimensions: 1,180 × 1,390 × 460 mm', 'tall-heat-pump.w1180.h1390'],
    ['home-efficiency', 'Aria', 'Type: air source heat pump\nHeat output: 7 kW', 'heat-pump.f7kw'],
    ['home-efficiency', 'Heat pump cylinder 210', 'Volume: 210 litres', 'cylinder.f210l'],
    ['home-efficiency', 'Loft roll', '', 'insulation'],
    ['home-efficiency', 'Quiet Fan', 'Type: heat recovery fan for one room', 'fan'],
    ['green-living', 'Dryer 8', 'Type: heat pump tumble dryer\nCapacity: 8 kg', 'appliance.f8kg'],
    ['green-living', 'Water butt', '', 'butt'],
  ])('in the category %s for the name %s and the specifications %j is %s', (category, name, specs, expected) =>
    expect(getDrawingName(category, name, specs)).toBe(expected),
  )

  it.each<[string, string, string[]]>([
    ['electric-vehicles', 'bicycle', ['e-bike', 'ebike', 'bicycle', 'bike', 'pedelec']],
    ['electric-vehicles', 'suv', ['suv', '4x4', 'four-wheel drive', 'off-road', 'offroad', 'pick-up', 'pickup']],
    ['electric-vehicles', 'carrier', ['people carrier', 'mpv', 'van', 'minibus', 'camper', '7 seats', '8 seat', '9-seater']],
    ['electric-vehicles', 'estate', ['estate', 'tourer', 'touring', 'wagon', 'shooting brake']],
    ['electric-vehicles', 'crossover', ['crossover']],
    ['electric-vehicles', 'city', ['city', 'supermini', 'three-door', '3-door', 'two-seater', 'mini', 'quadricycle', 'micro']],
    ['electric-vehicles', 'saloon', ['saloon', 'sedan', 'coupé', 'coupe', 'fastback', 'gran turismo']],
    ['electric-vehicles', 'hatchback', ['hatch', 'five-door', '6-seater', 'evangelist']],
    ['solar-panels', 'inverter', ['inverter', 'inverters']],
    ['solar-panels', 'tiles', ['tile', 'tiles', 'shingle', 'shingles']],
    ['solar-panels', 'flexible-panels', ['flexible', 'bonded', 'flexi', 'lightweight', 'camper', 'boat']],
    ['solar-panels', 'roof-panels', ['in-roof', 'in the roof', 'integrated', 'in place of slates', 'in place of tiles']],
    ['solar-panels', 'frame-panels', ['bifacial', 'glass-glass', 'glass glass', 'clear back', 'ground']],
    ['solar-panels', 'rail-panels', ['balcony', 'railing', 'plug-in', 'plugin', 'fence', 'on a wall']],
    ['solar-panels', 'black-panels', ['all-black', 'all black', 'full black', 'black back']],
    ['battery-storage', 'inverter', ['inverter', 'inverters']],
    ['battery-storage', 'portable-battery', ['portable', 'power station', 'carry', 'handle', 'camping']],
    ['battery-storage', 'stacked-battery', ['stack', 'stacked', 'stackable', 'modular', 'module', 'modules', 'tower', 'rack']],
    ['battery-storage', 'outdoor-battery', ['cabinet', 'yard', 'outdoor enclosure']],
    ['battery-storage', 'floor-battery', ['floor']],
    ['battery-storage', 'wall-battery', ['floor or wall', 'something']],
    ['ev-chargers', 'portable-charger', ['portable', 'granny', 'travel', 'three-pin', '3-pin', 'occasional']],
    ['ev-chargers', 'twin-charger', ['twin', 'double', 'dual', 'two cars', 'two outlets', 'two sockets', 'outlets 2', 'sockets 9']],
    ['ev-chargers', 'post-charger', ['post', 'pedestal', 'bollard', 'pillar', 'column', 'free-standing', 'freestanding']],
    ['ev-chargers', 'socket-charger', ['socket', 'untethered', 'bring your own', 'no cable', 'not included', 'outlets 1']],
    ['ev-chargers', 'tethered-charger', ['tether', 'tethered', 'attached', 'fixed cable', 'own cable']],
    ['home-efficiency', 'cylinder', ['cylinder', 'hot water tank', 'hot water store', 'heat battery', 'buffer']],
    ['home-efficiency', 'air-unit', ['air-to-air', 'air to air', 'air con', 'air conditioning', 'split unit', 'multi-split']],
    ['home-efficiency', 'heat-pump', ['heat pump', 'monobloc']],
    ['home-efficiency', 'fan', ['fan', 'extractor', 'one room']],
    ['home-efficiency', 'ventilation', ['ventilation', 'ventilator', 'mvhr', 'heat recovery']],
    ['home-efficiency', 'radiator', ['radiator', 'radiators', 'heater', 'towel rail', 'underfloor']],
    ['home-efficiency', 'thermostat', ['thermostat', 'heating control', 'heating controls', 'controller', 'smart control']],
    ['home-efficiency', 'window', ['window', 'windows', 'glazing', 'glazed', 'rooflight', 'pane']],
    ['home-efficiency', 'insulation', ['insulation', 'insulating', 'loft roll', 'lagging', 'wool', 'draught']],
    ['home-efficiency', 'meter', ['meter', 'monitor', 'display', 'energy hub']],
    ['home-efficiency', 'lamp', ['led', 'lamp', 'bulb', 'lighting', 'light']],
    ['green-living', 'appliance', ['dryer', 'drier', 'washing', 'washer', 'dishwasher', 'laundry']],
    ['green-living', 'kettle', ['kettle']],
    ['green-living', 'hob', ['hob', 'induction', 'cooker', 'oven', 'stove', 'pan']],
    ['green-living', 'bicycle', ['e-bike', 'bicycle', 'bike', 'cargo bike', 'scooter']],
    ['green-living', 'butt', ['water butt', 'rainwater', 'rain water', 'butt', 'water tank']],
    ['green-living', 'compost', ['compost', 'composter', 'composting', 'wormery', 'hot bin']],
    ['green-living', 'lamp', ['led', 'lamp', 'bulb', 'lighting', 'light']],
    ['green-living', 'meter', ['meter', 'monitor', 'display']],
  ])('in the category %s is %s for each of its keywords in the name', (category, form, keywords) => {
    for (const word of keywords) expect(getDrawingName(category, `Alder ${word} 1`), word).toBe(form)
  })

  it.each(['Type', 'Kind', 'Body', 'Form', 'Style', 'Mounting', 'Fitting', 'Location', 'Installation', 'Cable', 'Colour', 'Product'])(
    'depends on keywords in a line with the label %j',
    (label) => expect(getDrawingName('ev-chargers', 'Alder', `${label}: bollard`)).toBe('post-charger'),
  )
  it('does not depend on keywords in lines with other labels, such as Warranty', () =>
    expect(getDrawingName('ev-chargers', 'Alder', 'Warranty: bollard')).toBe('socket-charger'))

  it.each([
    ['green-living', 'Ledger'],
    ['home-efficiency', 'Something'],
    ['uncategorized', 'Wall battery'],
    ['', ''],
  ])('in the category %s is null for the name %j', (category, name) => expect(getDrawingName(category, name, 'Weight: 3 kg')).toBeNull())

  it('is always the same for a name, and varies between names', () => {
    const names = Array.from({ length: 24 }, (_, index) => `Merlin ${index}`)
    const paths = names.map((name) => productDrawingPath({ name, categorySlug: 'electric-vehicles', technicalSpecs: null }))
    expect(paths).toEqual(names.map((name) => productDrawingPath({ name, categorySlug: 'electric-vehicles', technicalSpecs: null })))
    expect(new Set(paths).size).toBeGreaterThan(5)
  })

  it('has a safe path for hostile texts', () => {
    const specs = `Dimensions: ${'9'.repeat(300)} × ${'9'.repeat(300)} mm\nBody: ${'suv '.repeat(2_000)}\nLength: -5 mm`
    for (const category of ['electric-vehicles', 'solar-panels', 'battery-storage', 'home-efficiency', 'green-living', 'ev-chargers'])
      expect(productDrawingPath({ name: '<script>"&', categorySlug: category, technicalSpecs: specs }) ?? '').toMatch(
        /^(\/art\/drawn\/[a-z0-9._-]+\.svg)?$/,
      )
  })
})

describe('the drawing in the API', () => {
  let site: TestSite
  let admin: Viewer
  beforeAll(async () => {
    site = await openTestSite()
    admin = await makeUser(site.ctx, { isAdmin: true })
  })
  afterAll(() => site.close())

  const createProduct = async (overrides: object) => {
    const fields = {
      description: 'A plain thing for a test.',
      categoryId: 3,
      price: '£1',
      slug: `p-${crypto.randomUUID().slice(0, 8)}`,
      name: 'Larder 5',
      ...overrides,
    }
    return (await site.call(admin, saveProductEndpoint, { body: fields })).body
  }
  const get = (path: string) => site.app.inject({ url: path })

  test('is part of lists, comparisons and reviews for a product without a picture', async () => {
    const withPicture = await createProduct({ image: '/art/products/larder-wall-5.svg' })
    expect(withPicture).toMatchObject({ image: '/art/products/larder-wall-5.svg', drawing: null })
    expect(pickProductImage(withPicture)).toBe(withPicture.image)

    const withoutPicture = await createProduct({ technicalSpecs: 'Usable capacity: 5 kWh' })
    expect(withoutPicture.image).toBeNull()
    expect(withoutPicture.drawing).toMatch(/^\/art\/drawn\/wall-battery\.f5kwh\.v\d+\.svg$/)
    const list = (await site.call(null, listProductsEndpoint, { query: { view: 'card' } })).body
    expect(list.find(({ id }: { id: number }) => id === withoutPicture.id)).toMatchObject({ image: null, drawing: withoutPicture.drawing })
    expect(list.find(({ id }: { id: number }) => id === withoutPicture.id)).not.toHaveProperty('technicalSpecs')
    const compared = (await site.call(null, compareProductsEndpoint, { query: { p: `${withoutPicture.slug},${withPicture.slug}` } })).body
    expect(compared.map((product: { drawing: string | null }) => product.drawing)).toEqual([withoutPicture.drawing, null])
    const body = { productId: withoutPicture.id, rating: 4, title: 'Quiet', content: 'It does what it says.' }
    expect((await site.call(admin, postReviewEndpoint, { body })).status).toBe(201)
    expect((await site.call(null, recentReviewsEndpoint)).body[0]).toMatchObject({
      productId: withoutPicture.id,
      productImage: withoutPicture.drawing,
    })

    expect((await findPicture((withoutPicture.drawing ?? '').slice('/art/'.length)))?.identity.toString()).toContain('5 kWh')
  })

  test('changes with the specifications, and is replaced by a picture', async () => {
    const before = await createProduct({ technicalSpecs: 'Usable capacity: 5 kWh' })
    const change = (body: object) => site.call(admin, changeProductEndpoint, { params: { id: before.id }, body })
    const after = (await change({ technicalSpecs: 'Usable capacity: 12 kWh' })).body
    expect(after.drawing).toMatch(/floor-battery\.f12kwh/)
    expect((await change({ image: 'https://example.org/x.jpg' })).body).toMatchObject({ drawing: null, image: 'https://example.org/x.jpg' })
    expect((await site.call(null, getProductEndpoint, { params: { slug: before.slug } })).body.drawing).toBeNull()
  })

  test('is null for a product without a matching form', async () => {
    expect((await createProduct({ categoryId: 5, name: 'Ledger' })).drawing).toBeNull()
  })

  test('is shown on the share card of the product', async () => {
    const withoutPicture = await createProduct({ technicalSpecs: 'Usable capacity: 5 kWh', name: 'Shared 5' })
    const first = await get(`/share/product/${withoutPicture.slug}.png`)
    expect(first.statusCode).toBe(200)
    expect(first.headers['content-type']).toBe('image/png')
    await site.call(admin, changeProductEndpoint, {
      params: { id: withoutPicture.id },
      body: { technicalSpecs: 'Usable capacity: 15 kWh' },
    })
    expect((await get(`/share/product/${withoutPicture.slug}.png`)).headers['etag']).not.toBe(first.headers['etag'])
  })
})
