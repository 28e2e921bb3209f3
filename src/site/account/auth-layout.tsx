import type { ReactNode } from 'react'
import { PageMeta, type MetaFeed } from '#site/meta.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import * as styles from './auth-layout.module.css'

interface DoorFrameProps {
  title: string
  deck?: ReactNode
  /** A page that search engines may show; otherwise they are told not to. */
  isPublic?: boolean
  description?: string | undefined
  feed?: MetaFeed
  /** Shows beside the form what an account is good for. */
  benefits?: boolean
  children: ReactNode
}

const BENEFITS = [
  'Ask and answer in the forum under your own name',
  'Review what you own, and vote for what helped you',
  'Collect points, levels and badges as you go',
  'Take your data with you or delete it whenever you like',
]

/** What signing up, signing in and a new password have in common. */
export function AuthLayout({ title, deck, isPublic = false, description, feed, benefits, children }: DoorFrameProps) {
  return (
    <div className={`container ${styles.door}`}>
      <PageMeta title={title} noIndex={!isPublic} description={description} {...(feed ? { feed } : {})} />
      <div className={styles.doorMain}>
        <h1>{title}</h1>
        {deck && <p className="lead">{deck}</p>}
        {children}
      </div>
      <aside
        className={styles.doorSide}
        aria-label={benefits ? 'What an account is good for' : undefined}
        aria-hidden={benefits ? undefined : true}
      >
        <img src="/art/scenes/membership-card.svg" alt="" width={340} height={214} />
        {benefits && (
          <ul>
            {BENEFITS.map((text) => (
              <li key={text}>
                <Icon name="check" />
                {text}
              </li>
            ))}
          </ul>
        )}
      </aside>
    </div>
  )
}
