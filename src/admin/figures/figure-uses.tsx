/** Lists the tools and texts that use a reference value, with the conditions of their sentences. */
import type { FigureUse } from '#features/figures/editing/figure-editing.client.ts'
import { Badge } from '#ui/text/badge.tsx'
import { Link } from '#ui/router/link.tsx'
import * as styles from './figures.module.css'

const KIND_LABELS: Record<FigureUse['kind'], string> = {
  tool: 'Tool',
  article: 'Guide',
  'expert article': 'Expert article',
  product: 'Product',
  'newsletter issue': 'Newsletter',
}

export function ReferenceValueUses({ uses }: { uses: readonly FigureUse[] }) {
  if (uses.length === 0) return <p className="hint">Not used in any tool or text.</p>
  return (
    <ul className={styles.uses}>
      {uses.map(({ kind, title, path, sentences }) => (
        <li key={path}>
          <small>{KIND_LABELS[kind]}</small>
          <Link to={path}>{title}</Link>
          {sentences.map(({ condition, holds, holdsAfter }) => (
            <span key={condition}>
              <code>{condition}</code>{' '}
              <Badge variant={holdsAfter === true ? 'secondary' : 'destructive'}>{describeCondition(holds, holdsAfter)}</Badge>
            </span>
          ))}
        </li>
      ))}
    </ul>
  )
}

function describeCondition(holds: boolean | null, holdsAfter: boolean | null): string {
  if (holdsAfter === null) return 'cannot be checked'
  if (holds === holdsAfter) return holdsAfter ? 'true' : 'false'
  return holdsAfter ? 'becomes true' : 'becomes false'
}
