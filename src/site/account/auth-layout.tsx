import type { ReactNode } from 'react'
import { PageMeta, type MetaFeed } from '#site/meta.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import * as styles from './auth-layout.module.css'

interface AuthLayoutProps {
  title: string
  deck?: ReactNode
  /** Whether search engines may index the page. Default: false. */
  isIndexable?: boolean
  description?: string | undefined
  feed?: MetaFeed
  /** Whether the benefits of an account are listed next to the form. */
  hasBenefits?: boolean
  children: ReactNode
}

const BENEFITS = [
  'Ask and answer in the forum under your own name',
  'Review what you own, and vote for what helped you',
  'Collect points, levels and badges as you go',
  'Download or delete your data at any time',
]

/** Lays out a page with one short form, such as sign-up, sign-in, unsubscribe or the confirmation of an email address. */
export function AuthLayout({ title, deck, isIndexable = false, description, feed, hasBenefits, children }: AuthLayoutProps) {
  return (
    <div className={`container ${styles.door}`}>
      <PageMeta title={title} noIndex={!isIndexable} description={description} {...(feed ? { feed } : {})} />
      <div className={styles.doorMain}>
        <h1>{title}</h1>
        {deck && <p className="lead">{deck}</p>}
        {children}
      </div>
      <aside
        className={styles.doorSide}
        aria-label={hasBenefits ? 'Why create an account' : undefined}
        aria-hidden={hasBenefits ? undefined : true}
      >
        <img src="/art/scenes/membership-card.svg" alt="" width={340} height={214} />
        {hasBenefits && (
          <ul>
            {BENEFITS.map((benefit) => (
              <li key={benefit}>
                <Icon name="check" />
                {benefit}
              </li>
            ))}
          </ul>
        )}
      </aside>
    </div>
  )
}
