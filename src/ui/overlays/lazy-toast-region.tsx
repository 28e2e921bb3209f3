/** Loads the code of the toast region at the first interaction, because toasts only follow user actions. */
import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ComponentType } from 'react'
import { getCurrentToast, dismissToast, onToastChange, TOAST_DURATION_MS, type ToastRecord } from './toast-store.ts'
import * as styles from './toast.module.css'

const INTERACTION_EVENTS = ['pointerdown', 'keydown', 'focusin'] as const

/** Renders the toast region once its code is loaded. A page must contain it exactly once. */
export function LazyToastRegion() {
  const currentToast = useSyncExternalStore(onToastChange, getCurrentToast, () => null)
  const [Region, setRegion] = useState<ComponentType>()
  const [hasLoadFailed, setLoadFailed] = useState(false)

  const loadRegion = useEffectEvent(() => {
    if (Region) return
    import('./toast.tsx').then(
      ({ ToastRegion }) => setRegion(() => ToastRegion),
      () => setLoadFailed(true),
    )
  })
  useEffect(() => {
    for (const name of INTERACTION_EVENTS) addEventListener(name, loadRegion, { once: true, passive: true })
    return () => INTERACTION_EVENTS.forEach((name) => removeEventListener(name, loadRegion))
  }, [])
  useEffect(() => {
    if (currentToast) loadRegion()
  }, [currentToast])

  if (Region) return <Region />
  return hasLoadFailed && currentToast && <PlainToast key={currentToast.id} {...currentToast} />
}

/** Renders a toast when the code of the region cannot be loaded, for example offline. */
function PlainToast({ id, title, message, tone }: ToastRecord) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), TOAST_DURATION_MS)
    return () => clearTimeout(timer)
  }, [id])
  const isError = tone === 'destructive'
  return (
    <div className={styles.toasts} data-part="toasts" role={isError ? 'alert' : 'status'}>
      <div className={styles.toast} data-tone={isError ? 'bad' : undefined}>
        <p className={styles.title}>{title}</p>
        {message && <p>{message}</p>}
      </div>
    </div>
  )
}
