/** Compares the specifications of products line by line: which lines differ, and which value is the best if that is clear. */
import { parsePriceAmount, parsePriceUnit } from '#features/products/prices/price.policy.ts'
import { parseSpecifications, type Specification } from '#features/products/specifications/specification.policy.ts'

export interface ComparedLine {
  key: string
  label: string
  /** One specification per product, in the order of the products; undefined if the product does not state it. */
  cells: (Specification | undefined)[]
  /** Whether any two values differ, or one is missing. */
  differs: boolean
  /** For each product, whether its value is the best. */
  best: boolean[]
  /** Whether any value has a comparable number. */
  isNumeric: boolean
}

interface ProductToCompare {
  categorySlug: string
  technicalSpecs: string | null
}

/** Returns the lines that more products state first; otherwise in the order of the first product that states them. */
export function compareSpecifications(products: readonly ProductToCompare[]): ComparedLine[] {
  const sheets = products.map(({ technicalSpecs, categorySlug }) => indexByKey(parseSpecifications(technicalSpecs, categorySlug)))
  const keys = [...new Set(sheets.flatMap((sheet) => [...sheet.keys()]))]
  return keys
    .map((key) => {
      const cells = sheets.map((sheet) => sheet.get(key))
      return {
        key,
        label: cells.find(Boolean)?.label ?? key,
        cells,
        differs: new Set(cells.map((cell) => cell && normalise(cell.value))).size > 1,
        best: markBestCells(cells),
        isNumeric: cells.some((cell) => cell?.comparable !== undefined),
      }
    })
    .toSorted((a, b) => countStated(b) - countStated(a))
}

const countStated = ({ cells }: ComparedLine): number => cells.filter(Boolean).length
const normalise = (value: string): string => value.toLowerCase().replaceAll(/\s+/g, ' ').replaceAll(' %', '%')

/** Indexes specifications by key. A key that occurs twice gets a number, so that it becomes two lines. */
function indexByKey(specifications: readonly Specification[]): Map<string, Specification> {
  const sheet = new Map<string, Specification>()
  for (const specification of specifications) {
    let key = specification.key
    for (let n = 2; sheet.has(key); n++) key = `${specification.key} ${n}`
    sheet.set(key, specification)
  }
  return sheet
}

function markBestCells(cells: (Specification | undefined)[]): boolean[] {
  const better = cells.find((cell) => cell?.better)?.better
  return better && haveSameCondition(cells.filter((cell) => cell?.comparable !== undefined))
    ? markBest(
        cells.map((cell) => cell?.comparable),
        better,
      )
    : cells.map(() => false)
}

/** Whether all numbers were measured under the same condition. A value without a number, such as `no fan`, is comparable under every condition. */
function haveSameCondition(cells: readonly (Specification | undefined)[]): boolean {
  const measured = cells.filter((cell) => cell?.amount !== undefined)
  const methods = measured.map((cell) => /\(([^)]+)\)/.exec(cell?.label ?? '')?.[1]).filter((method) => method !== undefined)
  return new Set(measured.map((cell) => extractCondition(cell?.amount?.rest ?? ''))).size <= 1 && new Set(methods.map(normalise)).size <= 1
}

/** Matches the beginning of a condition after the unit: `at 45 °C flow`, `for 10 s`, `sound power on low`, `, covered by the lease`. */
const CONDITION = /[,;]|\((?!A\))|\b(?:at|in|on|for|with|without|over|under|above|below|after|from|when|while|sound|usable|net|gross)\b/i

function extractCondition(rest: string): string {
  const start = rest.search(CONDITION)
  return start < 0
    ? ''
    : rest
        .slice(start)
        .toLowerCase()
        .replaceAll(/[\s()]+/g, '')
}

/**
 * Marks the lowest price, or none if the prices buy different units.
 * @param currency code or symbol of the site's currency
 */
export function markBestPrices(prices: readonly (string | null)[], currency?: string): boolean[] {
  const units = new Set(prices.map((price) => parsePriceUnit(price, currency)).filter((unit) => unit !== null))
  const haveSameUnit = units.size === 1 && !units.has('other')
  return haveSameUnit
    ? markBest(
        prices.map((price) => parsePriceAmount(price, currency) ?? undefined),
        'lower',
      )
    : prices.map(() => false)
}

/** Marks the best number, or none if all numbers are equal. */
function markBest(numbers: (number | undefined)[], better: 'higher' | 'lower'): boolean[] {
  const knownNumbers = numbers.filter((number) => number !== undefined)
  const best = better === 'higher' ? Math.max(...knownNumbers) : Math.min(...knownNumbers)
  const hasWorse = knownNumbers.some((number) => number !== best)
  return numbers.map((number) => hasWorse && number === best)
}
