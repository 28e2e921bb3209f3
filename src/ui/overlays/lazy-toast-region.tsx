/** The place where messages appear. It is fetched with the first thing somebody does in the page: a message only follows that. */
import { useEffect, useEffectEvent, useState, useSyncExternalStore, type ComponentType } from 'react'
import { getCurrentToast, dismissToast, onToastChange, TOAST_DURATION, type ToastRecord } from './toast-store.ts'
import * as styles from './toast.module.css'

const SIGNS = ['pointerdown', 'keydown', 'focusin'] as const

/** Stands once in a page. */
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
    for (const sign of SIGNS) addEventListener(sign, fetchRegion, { once: true, passive: true })
    return () => SIGNS.forEach((sign) => removeEventListener(sign, fetchRegion))
  }, [])
  useEffect(() => {
    if (shown) fetchRegion()
  }, [shown])

  if (Region) return <Region />
  return isMissing && shown && <PlainToast key={shown.id} {...shown} />
}

/** Without a connection the region cannot be fetched; the message, which may be about just that, is said all the same. */
function PlainToast({ id, title, message, tone }: ToastRecord) {
  useEffect(() => {
    const timer = setTimeout(() => dismissToast(id), TOAST_DURATION)
    return () => clearTimeout(timer)
  }, [id])
  const bad = tone === 'destructive'
  return (
    <div className={styles.toasts} data-part="toasts" role={bad ? 'alert' : 'status'}>
      <div className={styles.toast} data-tone={bad ? 'bad' : undefined}>
        <p className={styles.title}>{title}</p>
        {message && <p>{message}</p>}
      </div>
    </div>
  )
}
