/** Controls above the comparison: remove a product, show differences only, copy the link, print. */
import { startTransition, useOptimistic } from 'react'
import { useNavigate } from 'react-router'
import { removeFromCompared } from '#features/products/comparison/compared.client.ts'
import type { ComparedProduct } from '#features/products/product.client.ts'
import { Button, HiddenSubmit } from '#ui/actions/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { useOrigin } from '#site/origin.ts'
import { paths } from '#site/paths.ts'
import type { Comparison } from './compare-url.ts'
import * as styles from './compare-actions.module.css'
import * as compareChosenStyles from './compare-chosen.module.css'
import * as iconButton from '#ui/actions/icon-button.module.css'

interface CompareActionsProps {
  products: ComparedProduct[]
  comparison: Comparison
}

export function CompareActions({ products, comparison: { onlyDifferences, searchWords } }: CompareActionsProps) {
  const navigate = useNavigate()
  // The checkbox changes at once, before the navigation completes.
  const [isChecked, setChecked] = useOptimistic(onlyDifferences)
  const isMounted = useMounted()
  const url = useOrigin() + buildComparisonPath(products, onlyDifferences)

  const setOnlyDifferences = (shouldHideEqualRows: boolean) =>
    startTransition(async () => {
      setChecked(shouldHideEqualRows)
      await navigate(buildComparisonPath(products, shouldHideEqualRows, searchWords), { replace: true, preventScrollReset: true })
    })
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(url)
      toast({ title: 'Link copied', message: 'Anyone with the link sees the same comparison.' })
    } catch {
      toast({ title: 'The link could not be copied', message: 'Copy it from the address bar.', tone: 'destructive' })
    }
  }
  return (
    <div className={styles.compareActions}>
      <ul data-part="compare-chosen" className={compareChosenStyles.compareChosen} aria-label="Products in this comparison">
        {products.map(({ id, asked, name }) => (
          <li key={id}>
            <span dir="auto">{name}</span>
            <Link
              to={buildComparisonPath(
                products.filter((other) => other.id !== id),
                onlyDifferences,
                searchWords,
              )}
              rel="nofollow"
              preventScrollReset
              className={iconButton.button}
              aria-label={`Remove ${name}`}
              onClick={() => {
                removeFromCompared(asked)
                // The focused link disappears with its product, so the focus moves to the heading.
                document.getElementById('comparison')?.focus({ preventScroll: true })
              }}
            >
              <Icon name="close" />
            </Link>
          </li>
        ))}
      </ul>
      <form action={paths.compare()} className={styles.compareOptions}>
        <input type="hidden" name="p" value={products.map(({ slug }) => slug).join(',')} />
        {products.length > 1 && (
          <label className={styles.check}>
            <input
              type="checkbox"
              name="differences"
              value="1"
              checked={isChecked}
              onChange={({ target }) => setOnlyDifferences(target.checked)}
            />
            Only differences
          </label>
        )}
        <HiddenSubmit label="Compare these" />
        <noscript>
          <button type="submit" className="btn" data-variant="quiet" data-size="s">
            Show
          </button>
        </noscript>
        {isMounted && (
          <>
            <Button variant="quiet" size="s" onClick={() => void copyLink()}>
              <Icon name="link" />
              Copy link
            </Button>
            <Button variant="quiet" size="s" onClick={() => print()}>
              <Icon name="print" />
              Print
            </Button>
          </>
        )}
      </form>
    </div>
  )
}

const buildComparisonPath = (products: ComparedProduct[], onlyDifferences: boolean, searchWords = ''): string =>
  paths.compare(
    products.map(({ slug }) => slug),
    { differences: onlyDifferences ? 1 : undefined, find: searchWords },
  )
