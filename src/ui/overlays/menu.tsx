/** Menu of actions below a button. Loaded on first use: see `MenuButton`. */
import { DropdownMenu } from 'radix-ui'
import { useCallback, useRef, type RefObject } from 'react'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Icon, type IconName } from '#ui/pictures/icon.tsx'
import * as styles from './menu.module.css'

export interface MenuItem {
  label: string
  icon: IconName
  tone?: 'danger' | undefined
  onSelect: () => void
}

interface MenuProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Whether the menu was opened by keyboard; its first item is then focused. */
  isByKeyboard: boolean
  label: string
  /** The items, in groups that are separated by lines. */
  groups: readonly (readonly MenuItem[])[]
  /** The button that opens the menu. It is next to the menu and gets the focus back. */
  button: RefObject<HTMLButtonElement | null>
}

export function Menu({ isOpen, onOpenChange, isByKeyboard, label, groups, button }: MenuProps) {
  const isSelected = useRef(false)
  // Radix focuses the first item only after a key press on its trigger. The first press happens before Radix is loaded.
  const focusFirstItem = useCallback(
    (content: HTMLDivElement | null) => {
      if (isByKeyboard) content?.querySelector<HTMLElement>('[role=menuitem]')?.focus({ preventScroll: true })
    },
    [isByKeyboard],
  )
  const select = (item: MenuItem) => {
    isSelected.current = true
    // A dialog that the item opens returns the focus to the button, because the item no longer exists then.
    button.current?.focus()
    item.onSelect()
  }
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={onOpenChange} modal={false}>
      {/* The button is outside of this lazily loaded module, so this empty trigger only positions the menu. */}
      <DropdownMenu.Trigger asChild>
        <span className={styles.anchor} aria-hidden="true" tabIndex={-1} />
      </DropdownMenu.Trigger>
      {/* Without a portal the menu stays in the landmark of its button. */}
      <DropdownMenu.Content
        ref={focusFirstItem}
        className={styles.menu}
        align="end"
        sideOffset={4}
        collisionPadding={8}
        loop
        aria-label={label}
        aria-labelledby={undefined}
        onInteractOutside={(event) => {
          // A click on the button closes the menu by itself; otherwise it would open again.
          if (button.current?.contains(event.target as Node)) event.preventDefault()
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          if (!isSelected.current) button.current?.focus()
          isSelected.current = false
        }}
      >
        {groups
          .filter((items) => items.length > 0)
          .map((items, index) => (
            <DropdownMenu.Group key={items[0]?.label} className={joinClasses(index > 0 && styles.group)}>
              {items.map((item) => (
                <DropdownMenu.Item key={item.label} className={styles.item} data-tone={item.tone} onSelect={() => select(item)}>
                  <Icon name={item.icon} />
                  {item.label}
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Group>
          ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}
