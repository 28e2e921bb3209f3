import type { ReactNode } from 'react'
import { PageMeta, type MetaFeed } from '#site/meta.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import * as styles from './auth-layout.module.css'

interface AuthLayoutProps {
  title: string
  deck?: ReactNode
  /** True if search engines may index the page; otherwise it is `noindex`. */
  isPublic?: boolean
  description?: string | undefined
  feed?: MetaFeed
  /** Shows the benefits of an account next to the form. */
  benefits?: boolean
  children: ReactNode
}

const BENEFITS = [
  'Ask and answer in the forum under your own name',
  'Review what you own, and vote for what helped you',
  'Collect points, levels and badges as you go',
  'Download or delete your data at any time',
]

/** Layout of the sign-up, sign-in, password and confirmation pages. */
export function AuthLayout({ title, deck, isPublic = false, description, feed, benefits, children }: AuthLayoutProps) {
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
        aria-label={benefits ? 'Why create an account' : undefined}
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
