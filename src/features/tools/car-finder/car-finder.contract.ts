/** Defines the cars in the response of the tool `car-finder`. */
import { z } from '#platform/contract/zod.ts'
import { ProductCard } from '#features/products/product.contract.ts'
import { CAR_WISHES } from './car-wishes.policy.ts'

const WishUnit = z.enum(['miles', 'kW', 'seats', 'litres', 'kg', 'price', 'month'])
const Wish = z.object({ wish: z.enum(CAR_WISHES), wanted: z.number(), unit: WishUnit })

export const FoundCars = z.object({
  /** Number of electric cars in the catalogue. */
  total: z.number(),
  /** Number of cars that were compared: the best reviewed, if there are very many. */
  compared: z.number(),
  /** Number of cars that meet all wishes. */
  fitting: z.number(),
  /** Number of cars that miss two or more wishes, which are not in `cars`. */
  missingMore: z.number(),
  /** Winter range as a share of the official range. */
  winterShare: z.number(),
  /** The same on a motorway in frost, the low end of the winter range. */
  frostShare: z.number(),
  wishes: z.array(Wish.extend({ excluded: z.number(), unknown: z.number(), withoutIt: z.number() })),
  cars: z.array(
    z.object({
      product: ProductCard,
      verdict: z.enum(['fits', 'unknown', 'misses']),
      results: z.array(Wish.extend({ verdict: z.enum(['meets', 'misses', 'unknown']), value: z.number().nullable() })),
    }),
  ),
})
export type FoundCars = z.infer<typeof FoundCars>
