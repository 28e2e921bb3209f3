/** Shows the products selected for comparison at the bottom of the window. The tray overlays the page, so that no content moves. */
import { useRef } from 'react'
import { clearCompared, removeFromCompared, type ComparedItem } from '#features/products/comparison/compared.client.ts'
import { MAX_COMPARED } from '#features/products/product-filter.policy.ts'
import { Button, ButtonLink, IconButton } from '#ui/actions/button.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import { paths } from '#site/paths.ts'
import * as styles from './compare-tray.module.css'
import * as compareChosenStyles from './compare-chosen.module.css'

export default function CompareTray({ compared }: { compared: readonly ComparedItem[] }) {
  const listRef = useRef<HTMLUListElement>(null)

  /** Moves the focus to the next or the previous product or, if there is neither, to the main content. */
  const focusNeighbour = (index: number) => {
    const buttons = [...(listRef.current?.querySelectorAll('button') ?? [])]
    const neighbour = buttons[index + 1] ?? buttons[index - 1] ?? document.getElementById('main')
    neighbour?.focus({ preventScroll: true })
  }
  return (
    <aside className={styles.compareTray} aria-label="Products to compare">
      <div className="container">
        <p className={styles.compareTrayCount}>
          <b className="num">{compared.length}</b> of {MAX_COMPARED} to compare {compared.some(({ isDemo }) => isDemo) && <DemoChip />}
        </p>
        <ul data-part="compare-chosen" className={compareChosenStyles.compareChosen} ref={listRef}>
          {compared.map(({ slug, name }, index) => (
            <li key={slug}>
              <span dir="auto">{name}</span>
              <IconButton
                icon="close"
                label={`Remove ${name}`}
                onClick={() => {
                  focusNeighbour(index)
                  removeFromCompared(slug)
                }}
              />
            </li>
          ))}
        </ul>
        <div className={styles.compareTrayActions}>
          <ButtonLink size="s" rel="nofollow" to={paths.compare(compared.map(({ slug }) => slug))}>
            Compare
          </ButtonLink>
          <Button
            variant="quiet"
            size="s"
            onClick={() => {
              document.getElementById('main')?.focus({ preventScroll: true })
              clearCompared()
            }}
          >
            Clear
          </Button>
        </div>
      </div>
    </aside>
  )
}
