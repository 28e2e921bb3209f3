/** Collapses the posts of members whom the viewer has muted. The page itself is the same for everybody. */
import { createContext, use, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { useMutes } from './mute.client.ts'
import * as styles from './muted-post.module.css'

const MutesContext = createContext<ReadonlySet<number> | undefined>(undefined)

/** Provides the posts of a page with the viewer's mutes, which it loads in one request. */
export function MutesProvider({ isMember, children }: { isMember: boolean; children: ReactNode }) {
  return <MutesContext value={useMutes(isMember)}>{children}</MutesContext>
}

interface MutedPostProps {
  userId: number
  /** Name of the author. */
  name: string
  children: ReactNode
}

/** Renders a post; must be inside `MutesProvider`. */
export function MutedPost({ userId, name, children }: MutedPostProps) {
  const isMuted = use(MutesContext)?.has(userId) ?? false
  const [isShown, setShown] = useState(false)
  const post = useRef<HTMLDivElement>(null)
  /** Undefined while the post is visible. A post above the viewport keeps its height, so that what is read does not move. */
  const [collapsed, setCollapsed] = useState<{ minHeight: number | undefined }>()
  const isHidden = isMuted && !isShown

  useLayoutEffect(() => {
    const box = post.current?.getBoundingClientRect()
    setCollapsed(isHidden ? { minHeight: box && box.bottom <= 0 ? box.height : undefined } : undefined)
  }, [isHidden])

  if (!collapsed)
    return (
      <div ref={post} tabIndex={isMuted ? -1 : undefined}>
        {children}
      </div>
    )
  const show = () => {
    setShown(true)
    // The button disappears, so the focus moves to the post.
    requestAnimationFrame(() => post.current?.focus({ preventScroll: true }))
  }
  return (
    <div ref={post} className={styles.muted} style={{ minHeight: collapsed.minHeight }}>
      <p>
        Hidden: you muted <bdi>{name}</bdi>
        {name.endsWith('.') ? ' ' : '. '}
        <button type="button" className={styles.show} onClick={show}>
          Show
          <span className="visuallyHidden">
            {' '}
            the post by <bdi>{name}</bdi>
          </span>
        </button>
      </p>
    </div>
  )
}
