import { Toast } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { IconButton } from '#ui/actions/button.tsx'
import { getCurrentToast, dismissToast, onToastChange, TOAST_DURATION } from './toast-store.ts'
import * as styles from './toast.module.css'

/** Region where toasts appear. Browser only; loaded by lazy-toast-region.tsx. F8 moves the focus to it. */
export function ToastRegion() {
  const shown = useSyncExternalStore(onToastChange, getCurrentToast)
  const isError = shown?.tone === 'destructive'
  return (
    <Toast.Provider duration={TOAST_DURATION} label="Notification" swipeDirection="right">
      {shown && (
        <Toast.Root
          key={shown.id}
          className={styles.toast}
          data-tone={isError ? 'bad' : undefined}
          type={isError ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && dismissToast(shown.id)}
        >
          <Toast.Title className={styles.title} data-part="toast-title">
            {shown.title}
          </Toast.Title>
          {shown.message && <Toast.Description>{shown.message}</Toast.Description>}
          {shown.action && (
            <Toast.Action asChild altText={shown.action.label}>
              <button type="button" className={styles.action} onClick={shown.action.run}>
                {shown.action.label}
              </button>
            </Toast.Action>
          )}
          <Toast.Close asChild>
            <IconButton icon="close" label="Dismiss" />
          </Toast.Close>
        </Toast.Root>
      )}
      {/* An open dialog hides the rest of the page from screen readers, except live regions. */}
      <Toast.Viewport className={styles.toasts} data-part="toasts" label="Notifications ({hotkey})" aria-live="off" />
    </Toast.Provider>
  )
}
