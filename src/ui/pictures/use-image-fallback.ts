import { useEffect, useRef, useState } from 'react'

/** A picture of another host would tell that host who reads here; the server fetches it, and until then it is not shown. */
export const isOwnPicture = (src: string | null | undefined): src is string => /^(\/(?![\\/])|data:image\/)/.test(src ?? '')

/**
 * Walks through the image addresses until one loads. `src` is the one to show, or undefined when all failed;
 * spread `ref` and `onError` on the <img>. Also sees a failure from before the page's script ran.
 */
export function useImageFallback(addresses: Array<string | null | undefined>) {
  const usable = addresses.filter(isOwnPicture)
  const wanted = usable.join(' ')
  const [state, setState] = useState({ wanted, failed: 0 })
  const failed = state.wanted === wanted ? state.failed : 0
  const src = usable[failed]
  const ref = useRef<HTMLImageElement>(null)
  const fail = () => setState({ wanted, failed: failed + 1 })

  useEffect(() => {
    const image = ref.current
    if (!image?.complete || image.naturalWidth > 0) return
    // A drawing without a size of its own also has no natural width: only decoding tells the two apart.
    let current = true
    image.decode().catch(() => current && fail())
    return () => void (current = false)
    // oxlint-disable-next-line react/exhaustive-deps -- `fail` only depends on these two
  }, [wanted, failed])

  return { src, ref, onError: fail }
}
