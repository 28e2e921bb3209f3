/** What depends on a figure, in a list: tools, then texts with the sentences that hang on it. */
import type { FigureUse } from '#features/figures/editing/figure-editing.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Link } from '#ui/router/link.tsx'
import * as styles from './figures.module.css'

const KINDS: Record<FigureUse['kind'], string> = {
  tool: 'Tool',
  article: 'Guide',
  'expert article': 'Expert',
  product: 'Product',
  'newsletter issue': 'Newsletter',
}

export function FigureUses({ uses }: { uses: readonly FigureUse[] }) {
  if (uses.length === 0) return <p className="hint">Nothing: no tool reckons with it and no text names it.</p>
  return (
    <ul className={styles.uses}>
      {uses.map(({ kind, title, path, sentences }) => (
        <li key={path}>
          <small>{KINDS[kind]}</small>
          <Link to={path}>{title}</Link>
          {sentences.map(({ condition, holds, holdsAfter }) => (
            <span key={condition}>
              <code>{condition}</code>{' '}
              <Badge variant={holdsAfter === true ? 'secondary' : 'destructive'}>{describeSentence(holds, holdsAfter)}</Badge>
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}

function describeSentence(holds: boolean | null, holdsAfter: boolean | null): string {
  if (holdsAfter === null) return 'cannot be said'
  if (holds === holdsAfter) return holdsAfter ? 'holds' : 'does not hold'
  return holdsAfter ? 'would hold again' : 'would hold no more'
}
