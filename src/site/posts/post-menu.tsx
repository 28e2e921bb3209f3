/** Button with a menu of what the viewer can do with a topic, reply or review. The menu is loaded on first use. */
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { IconButton } from '#ui/actions/button.tsx'
import { isNothingFocused } from '#ui/hydration/remember-focused-control.ts'
import { toast } from '#ui/overlays/toast-store.ts'
import type { PostActions } from './post-actions.tsx'
import type { PostKind, PostMenuProps } from './post-menu-props.ts'
import * as styles from './posts.module.css'

const postMenuId = (kind: PostKind, id: number): string => `${kind}-menu-${id}`

/** Id of the button that gets the focus once it is rendered. */
let awaitedMenuId: string | undefined

/** Focuses the button of a post, which is about to be rendered again, unless the viewer focuses something else before. */
export function focusPostMenu(kind: PostKind, id: number): void {
  awaitedMenuId = postMenuId(kind, id)
}

export function PostMenu(props: PostMenuProps) {
  const { kind, id, authorName } = props
  const button = useRef<HTMLButtonElement>(null)
  const [Actions, setActions] = useState<typeof PostActions>()
  const [isOpen, setOpen] = useState(false)
  const [isByKeyboard, setByKeyboard] = useState(false)
  useEffect(() => {
    if (awaitedMenuId !== postMenuId(kind, id)) return
    awaitedMenuId = undefined
    if (isNothingFocused()) button.current?.focus()
  }, [kind, id])
  const open = async (byKeyboard: boolean) => {
    setByKeyboard(byKeyboard)
    setOpen(true)
    if (Actions) return
    try {
      const loaded = await import('./post-actions.tsx')
      setActions(() => loaded.PostActions)
    } catch {
      setOpen(false)
      toast({ title: 'The menu could not be loaded', message: 'Please check your connection and try again.', tone: 'destructive' })
    }
  }
  const label = `Actions for the ${kind} by ${authorName}`
  return (
    <span className={styles.menu}>
      <IconButton
        ref={button}
        id={postMenuId(kind, id)}
        icon="more"
        label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        // A click by keyboard has no pointer position.
        onClick={({ detail }: MouseEvent) => (isOpen ? setOpen(false) : void open(detail === 0))}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          void open(true)
        }}
      />
      {Actions && <Actions {...props} label={label} button={button} isOpen={isOpen} onOpenChange={setOpen} isByKeyboard={isByKeyboard} />}
    </span>
  )
}
