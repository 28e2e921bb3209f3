import { useEffect, useEffectEvent, useState } from 'react'
import { fetchPicture } from '#features/uploads/upload.client.ts'
import { parseUploadPath } from '#ui/pictures/picture-sizes.ts'
import { Picture } from '#ui/pictures/picture.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { isSameOriginImage } from '#ui/pictures/use-image-fallback.ts'
import { useDebouncedValue } from '#ui/forms/use-debounced-value.ts'
import * as styles from './upload-field.module.css'

const DEBOUNCE_MS = 400
const PLACEHOLDER = '/art/scenes/product-placeholder.svg'

/** Shows the picture at a URL with its dimensions, or a placeholder for invalid URLs (ADM-ART-14). */
export function PicturePreview({ src, alt }: { src: string; alt: string }) {
  const debouncedSrc = useDebouncedValue(src, DEBOUNCE_MS)
  const [loadedPicture, setLoadedPicture] = useState<{ src: string; loadedFrom: string; dimensions: string } | undefined>()
  const [failedSrc, setFailedSrc] = useState<string>()
  const uploadSize = parseUploadPath(debouncedSrc)
  const isInvalid = failedSrc === debouncedSrc || !mayBePicture(debouncedSrc)

  // This is an effect event, so that a changed alternative text does not refetch the picture.
  const fetchStored = useEffectEvent((url: string) => fetchPicture(url, alt || 'A picture of another host'))

  // A separate image element loads the URL first and reports its dimensions or an error.
  useEffect(() => {
    if (!mayBePicture(debouncedSrc)) return
    let isCurrent = true
    const fail = () => isCurrent && setFailedSrc(debouncedSrc)
    const probe = new Image()
    const loadFrom = (url: string) => {
      probe.addEventListener('load', () => {
        const dimensions = probe.naturalWidth && !isSvg(url) ? `${probe.naturalWidth} × ${probe.naturalHeight} px` : ''
        if (isCurrent) setLoadedPicture({ src: debouncedSrc, loadedFrom: url, dimensions })
      })
      probe.addEventListener('error', fail)
      probe.src = url
    }
    // The server fetches pictures from other hosts, as it does on saving, so that the browser never contacts those hosts.
    if (isSameOriginImage(debouncedSrc)) loadFrom(debouncedSrc)
    else fetchStored(debouncedSrc).then(({ url }) => isCurrent && loadFrom(url), fail)
    return () => void (isCurrent = false)
  }, [debouncedSrc])

  const isReady = isInvalid || loadedPicture?.src === debouncedSrc
  return (
    <figure className={styles.uploadPreview} aria-busy={!isReady || undefined}>
      {isReady ? (
        <Picture src={isInvalid ? PLACEHOLDER : loadedPicture?.loadedFrom} alt={isInvalid ? '' : alt} ratio="800/500" sizes="16rem" eager />
      ) : (
        <Spinner label="Loading the picture" />
      )}
      {isReady && (
        <figcaption>
          {isInvalid ? 'Invalid image URL' : uploadSize ? `${uploadSize.width} × ${uploadSize.height} px` : loadedPicture?.dimensions}
        </figcaption>
      )}
    </figure>
  )
}

/** Whether the picture is an SVG, whose size in pixels has no meaning. */
const isSvg = (src: string) => /\.svg($|[?#])/i.test(src)

const mayBePicture = (src: string) => /^\/(?!\/)/.test(src) || /^https?:/.test(URL.parse(src)?.protocol ?? '')
