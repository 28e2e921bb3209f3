/** Loads the toast region at the first interaction, as toasts only follow user actions. */
import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ComponentType } from 'react'
import { getCurrentToast, dismissToast, onToastChange, TOAST_DURATION, type ToastRecord } from './toast-store.ts'
import * as styles from './toast.module.css'

const INTERACTION_EVENTS = ['pointerdown', 'keydown', 'focusin'] as const

/** Render it once per page. */
export function LazyToastRegion() {
  const shown = useSyncExternalStore(onToastChange, getCurrentToast, () => null)
  const [Region, setRegion] = useState<ComponentType>()
  const [isMissing, setMissing] = useState(false)

  const fetchRegion = useEffectEvent(() => {
    if (Region) return
    import('./toast.tsx').then(
      ({ ToastRegion }) => setRegion(() => ToastRegion),
      () => setMissing(true),
    )
  })
  useEffect(() => {
    for (const name of INTERACTION_EVENTS) addEventListener(name, fetchRegion, { once: true, passive: true })
    return () => INTERACTION_EVENTS.forEach((name) => removeEventListener(name, fetchRegion))
  }, [])
  useEffect(() => {
    if (shown) fetchRegion()
  }, [shown])

  if (Region) return <Region />
  return isMissing && shown && <PlainToast key={shown.id} {...shown} />
}

/** Shows the toast when the region cannot be loaded, for example offline. */
function PlainToast({ id, title, message, tone }: ToastRecord) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), TOAST_DURATION)
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
