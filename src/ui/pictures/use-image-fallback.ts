import { useEffect, useRef, useState } from 'react'

/** External images are not shown, as their host would learn of each visitor: the server downloads them first. */
export const isSameOriginImage = (src: string | null | undefined): src is string => /^(\/(?![\\/])|data:image\/)/.test(src ?? '')

/**
 * Tries image URLs in order until one loads, and also detects failures from before hydration.
 * @returns `src`, `undefined` when all failed, and `ref` and `onError` for the `<img>`
 */
export function useImageFallback(urls: Array<string | null | undefined>) {
  const candidates = urls.filter(isSameOriginImage)
  const key = candidates.join(' ')
  const [state, setState] = useState({ key, failed: 0 })
  const failed = state.key === key ? state.failed : 0
  const src = candidates[failed]
  const ref = useRef<HTMLImageElement>(null)
  const fail = () => setState({ key, failed: failed + 1 })

  useEffect(() => {
    const image = ref.current
    if (!image?.complete || image.naturalWidth > 0) return
    // An SVG without an intrinsic size also has a natural width of 0: only decoding distinguishes it from a failure.
    let isCurrent = true
    image.decode().catch(() => isCurrent && fail())
    return () => void (isCurrent = false)
    // oxlint-disable-next-line react/exhaustive-deps -- `fail` only depends on these two
  }, [key, failed])

  return { src, ref, onError: fail }
}
