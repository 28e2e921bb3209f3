import { useEffect, useRef, useState } from 'react'

/**
 * Whether an image is a path of this site or a data URL. Other images are not shown, because their host would learn the visitor's IP
 * address.
 */
export const isSameOriginImage = (src: string | null | undefined): src is string => /^(\/(?![\\/])|data:image\/)/.test(src ?? '')

/**
 * Tries image URLs in order until one loads; it skips external ones and also detects failures from before hydration.
 * @returns `src`, the URL to show (`undefined` when all failed), and `ref` and `onError` for the `<img>`
 */
export function useImageFallback(urls: Array<string | null | undefined>) {
  const candidates = urls.filter(isSameOriginImage)
  const key = candidates.join(' ')
  const [state, setState] = useState({ key, failed: 0 })
  const failedCount = state.key === key ? state.failed : 0
  const src = candidates[failedCount]
  const ref = useRef<HTMLImageElement>(null)
  const tryNext = () => setState({ key, failed: failedCount + 1 })

  useEffect(() => {
    const image = ref.current
    if (!image?.complete || image.naturalWidth > 0) return
    // An SVG without an intrinsic size also has a natural width of 0; only decoding distinguishes it from a failed image.
    let isCurrent = true
    image.decode().catch(() => isCurrent && tryNext())
    return () => void (isCurrent = false)
    // oxlint-disable-next-line react/exhaustive-deps -- `tryNext` only depends on these two
  }, [key, failedCount])

  return { src, ref, onError: tryNext }
}
