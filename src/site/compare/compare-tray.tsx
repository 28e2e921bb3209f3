/** What is put aside to compare, at the foot of the window. It lies over the page, so nothing moves when it comes or goes. */
import { useRef } from 'react'
import { clearCompared, removeFromCompared, type PutAside } from '#features/products/compared.client.ts'
import { MOST_COMPARED } from '#features/products/product-filter.policy.ts'
import { Button, ButtonLink, IconButton } from '#ui/button.tsx'
import { paths } from '#site/paths.ts'
import './compare-tray.css'

export default function CompareTray({ compared }: { compared: readonly PutAside[] }) {
  const list = useRef<HTMLUListElement>(null)

  /** The keyboard goes on at the next one, or where the page begins. */
  const keepPlace = (at: number) => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const next = buttons[at + 1] ?? buttons[at - 1] ?? document.getElementById('main')
    next?.focus({ preventScroll: true })
  }
  return (
    <aside className="compare-tray" aria-label="Products to compare">
      <div className="wrap">
        <p className="compare-tray-count">
          <b className="num">{compared.length}</b> of {MOST_COMPARED} to compare
        </p>
        <ul className="compare-chosen" ref={list}>
          {compared.map(({ slug, name }, at) => (
            <li key={slug}>
              <span>{name}</span>
              <IconButton
                icon="close"
                label={`Remove ${name}`}
                onClick={() => {
                  keepPlace(at)
                  removeFromCompared(slug)
                }}
              />
            </li>
          ))}
        </ul>
        <div className="compare-tray-actions">
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
