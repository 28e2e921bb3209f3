/** Lists what the signed-in member missed. Dismissing it hides the list on this device until after the next visit. */
import { useQuery } from '@tanstack/react-query'
import { createStoredValue } from '#platform/client/stored-value.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Link } from '#ui/router/link.tsx'
import { DemoChip } from '#ui/text/demo-chip.tsx'
import { RelativeTime } from '#ui/text/time.tsx'
import { useWording } from '#ui/text/use-wording.ts'
import { NOUNS } from '#wording/nouns.ts'
import { missedQuery } from './recap.client.ts'
import * as styles from './missed-list.module.css'

/** The dismissed list: the member's id and the time since which it was; empty if none was dismissed. */
const dismissed = createStoredValue({ key: 'missed-dismissed', empty: '', parse: (text) => String(JSON.parse(text)) })

/** Renders nothing while the list is loading, cannot be loaded or is empty. Place it below other content, which it then does not move. */
export function MissedList({ userId, onDismissed }: { userId: number; onDismissed: () => void }) {
  const { count } = useWording()
  const missed = useQuery(missedQuery()).data
  const dismissedList = dismissed.useValue()
  const list = `${userId} ${missed?.since ?? ''}`
  if (!missed || missed.items.length === 0 || list === dismissedList) return null
  const dismiss = () => {
    dismissed.write(list)
    onDismissed()
  }
  return (
    <section className={styles.missed} aria-labelledby="missed-title">
      <header>
        <h2 id="missed-title">What you missed</h2>
        <Button variant="quiet" size="s" onClick={dismiss} aria-label="Dismiss: What you missed">
          Dismiss
        </Button>
      </header>
      <ul>
        {missed.items.map(({ kind, id, title, path, categoryName, newReplies, at, isDemo }) => (
          <li key={`${kind} ${id}`}>
            <Link to={path}>{title}</Link> {isDemo && <DemoChip />}
            <p>
              {kind === 'article' ? 'New article' : newReplies > 0 ? count(newReplies, NOUNS.newReply) : 'New topic'}
              {categoryName && ` in ${categoryName}`} · <RelativeTime date={at} kind="forum" />
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
