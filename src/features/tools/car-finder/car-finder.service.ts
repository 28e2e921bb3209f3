/** Finds the electric cars of the catalogue that fit the inputs of the tool `car-finder`. */
import { findCategoryId } from '#features/categories/category.service.ts'
import type { ListedProduct, ProductCard } from '#features/products/product.contract.ts'
import { listProductsOfCategory } from '#features/products/product.service.ts'
import { parseSpecifications } from '#features/products/specifications/specification.policy.ts'
import type { ReferenceValues } from '#features/figures/figures.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import { DEFAULT_WINTER_RANGE, readCarNeeds } from '#features/tools/catalogue/car-finder-tool.policy.ts'
import type { FoundCars } from './car-finder.contract.ts'
import { countMisses, judgeCars, summariseWishes, type CarSpecs } from './car-wishes.policy.ts'

const CATEGORY = 'electric-vehicles'
const PAGE_SIZE = 100
/** Maximum number of cars that are compared, the best reviewed first. */
const MAX_COMPARED = 300
/** Texts by which a product states that the car must not tow. */
const NO_TOWING = /^(not rated|not possible|none|no)\b/i
/** Maximum number of cars in the response. */
const MAX_SHOWN = 24

export async function findCars(
  ctx: Context,
  getNumber: (input: string) => number | undefined,
  getText: (input: string) => string,
  referenceValues: ReferenceValues,
): Promise<FoundCars> {
  const { value: winterShare, low: frostShare } = referenceValues.find('car.winter-range') ?? DEFAULT_WINTER_RANGE
  const { products, total } = await listCars(ctx)
  const judged = judgeCars(
    products.map((product) => ({ product, specs: toSpecs(product) })),
    readCarNeeds(getNumber, getText),
    winterShare,
  )
  const shown = judged.filter(({ results }) => countMisses(results) <= 1)
  return {
    total,
    compared: products.length,
    fitting: judged.filter(({ verdict }) => verdict === 'fits').length,
    missingMore: judged.length - shown.length,
    winterShare,
    frostShare,
    wishes: summariseWishes(judged),
    cars: shown.slice(0, MAX_SHOWN).map(({ car, verdict, results }) => ({ product: toCard(car.product), verdict, results })),
  }
}

async function listCars(ctx: Context): Promise<{ products: ListedProduct[]; total: number }> {
  const categoryId = await findCategoryId(ctx, CATEGORY)
  const products: ListedProduct[] = []
  if (categoryId === undefined) return { products, total: 0 }
  for (let page = 1; ; page++) {
    const { items, total } = await listProductsOfCategory(ctx, categoryId, { page, perPage: PAGE_SIZE, view: 'full' })
    products.push(...items)
    if (items.length < PAGE_SIZE || products.length >= MAX_COMPARED) return { products, total }
  }
}

function toSpecs({ technicalSpecs, priceAmount, priceUnit }: ListedProduct): CarSpecs {
  const specs = parseSpecifications(technicalSpecs, CATEGORY)
  const findSpec = (key: string) => specs.find((spec) => spec.key === key)
  const getSpec = (key: string) => findSpec(key)?.comparable
  return {
    rangeMiles: getSpec('range'),
    rapidKw: getSpec('dc_charging'),
    seats: getSpec('seats'),
    bootLitres: getSpec('boot'),
    towingKg: NO_TOWING.test(findSpec('towing')?.value ?? '') ? 0 : getSpec('towing'),
    price: priceUnit === 'once' ? (priceAmount ?? undefined) : undefined,
    monthlyPrice: priceUnit === 'month' ? (priceAmount ?? undefined) : undefined,
  }
}

const toCard = ({ description: _d, features: _f, technicalSpecs: _t, version: _v, ...card }: ListedProduct): ProductCard => card
