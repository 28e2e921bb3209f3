import { Toast } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { IconButton } from '#ui/actions/button.tsx'
import { getCurrentToast, dismissToast, onToastChange, TOAST_DURATION_MS } from './toast-store.ts'
import * as styles from './toast.module.css'

/** Renders the region where toasts appear. It works only in the browser; lazy-toast-region.tsx loads it. F8 moves the focus to it. */
export function ToastRegion() {
  const currentToast = useSyncExternalStore(onToastChange, getCurrentToast)
  const isError = currentToast?.tone === 'destructive'
  return (
    <Toast.Provider duration={TOAST_DURATION_MS} label="Notification" swipeDirection="right">
      {currentToast && (
        <Toast.Root
          key={currentToast.id}
          className={styles.toast}
          data-tone={isError ? 'bad' : undefined}
          type={isError ? 'foreground' : 'background'}
          onOpenChange={(open) => !open && dismissToast(currentToast.id)}
        >
          <Toast.Title className={styles.title} data-part="toast-title">
            {currentToast.title}
          </Toast.Title>
          {currentToast.message && <Toast.Description>{currentToast.message}</Toast.Description>}
          {currentToast.action && (
            <Toast.Action asChild altText={currentToast.action.label}>
              <button type="button" className={styles.action} onClick={currentToast.action.run}>
                {currentToast.action.label}
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
