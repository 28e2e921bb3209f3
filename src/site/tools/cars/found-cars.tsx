/** Lists the electric cars that fit, those that do not state enough, and those that miss one wish. */
import { ProductSheet } from '#features/products/product-card.tsx'
import type { FoundCars as Cars } from '#features/tools/tool.client.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { paths } from '#site/paths.ts'
import { formatWish, formatWishResult, inputOfWish } from './format-wish.ts'
import * as styles from './found-cars.module.css'

const CARS = { one: 'car', other: 'cars' }
const CATEGORY = 'electric-vehicles'

export function FoundCars({ cars, given }: { cars: Cars; given: Record<string, string> }) {
  const { count, nounFor, number } = useWording()
  if (cars.total === 0) {
    return (
      <section className={`container ${styles.found}`} aria-labelledby="cars-title">
        <h2 id="cars-title">Cars that fit</h2>
        <p className="hint">There are no electric cars in our catalogue yet.</p>
      </section>
    )
  }
  const listCars = (verdict: Cars['cars'][number]['verdict']) => cars.cars.filter((car) => car.verdict === verdict)
  return (
    <section className={`container ${styles.found}`} aria-labelledby="cars-title">
      <h2 id="cars-title">Cars that fit</h2>
      <CarSheet frostFactor={cars.frostShare / cars.winterShare} cars={listCars('fits')} />
      {cars.fitting === 0 && <NothingFits cars={cars} given={given} />}
      {listCars('unknown').length > 0 && (
        <>
          <h2>May fit, not everything is stated</h2>
          <p className="hint">These cars miss none of your wishes, but their data sheets leave something out. Ask the seller.</p>
          <CarSheet frostFactor={cars.frostShare / cars.winterShare} cars={listCars('unknown')} />
        </>
      )}
      {listCars('misses').length > 0 && (
        <>
          <h2>Nearly: one wish is missed</h2>
          <CarSheet frostFactor={cars.frostShare / cars.winterShare} cars={listCars('misses')} />
        </>
      )}
      <p>
        {cars.missingMore > 0 &&
          `${count(cars.missingMore, CARS)} ${nounFor(cars.missingMore, { one: 'misses', other: 'miss' })} two or more of your wishes. `}
        {cars.compared < cars.total && `We compared the ${number(cars.compared)} best reviewed of ${number(cars.total)} cars. `}
        <Link className="more" to={paths.products({ category: CATEGORY })}>
          All electric cars
        </Link>
      </p>
    </section>
  )
}

/** Says which wish excludes which number of cars, with a link that drops the wish. */
function NothingFits({ cars, given }: { cars: Cars; given: Record<string, string> }) {
  const wording = useWording()
  const { count, nounFor } = wording
  return (
    <div className={styles.nothing}>
      <p>No car in our catalogue is known to meet all your wishes. This is what each wish excludes:</p>
      <ul>
        {cars.wishes.map((wish) => {
          const { [inputOfWish(wish)]: _dropped, ...others } = given
          return (
            <li key={wish.wish}>
              <b>{formatWish(wish, wording)}</b>: {wish.excluded === 0 ? 'excludes no car' : `excludes ${count(wish.excluded, CARS)}`}
              {wish.unknown > 0 && `, ${count(wish.unknown, CARS)} ${nounFor(wish.unknown, { one: 'does', other: 'do' })} not say`}.{' '}
              {wish.excluded > 0 && wish.withoutIt > 0 && (
                <Link to={paths.tool('car-finder', Object.keys(others).length > 0 ? others : { charging: 'home' })}>
                  Drop it: {count(wish.withoutIt, CARS)} left
                </Link>
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const RESULT_ICONS = { meets: 'check', misses: 'close', unknown: 'info' } as const
const RESULT_WORDS = { meets: 'Fits.', misses: 'Does not fit.', unknown: 'Not known.' }

function CarSheet({ cars, frostFactor }: { cars: Cars['cars']; frostFactor: number }) {
  const wording = useWording()
  if (cars.length === 0) return null
  return (
    <ProductSheet
      products={cars.map(({ product }) => product)}
      headingLevel={3}
      renderNote={({ id }) => (
        <ul className={styles.reasons}>
          {cars
            .find(({ product }) => product.id === id)
            ?.results.map((result) => (
              <li key={result.wish} data-verdict={result.verdict}>
                <Icon name={RESULT_ICONS[result.verdict]} />
                <span>
                  <span className="visuallyHidden">{RESULT_WORDS[result.verdict]} </span>
                  {formatWishResult(result, wording, frostFactor)}
                </span>
              </li>
            ))}
        </ul>
      )}
    />
  )
}
