import { useEffect, useEffectEvent, useState } from 'react'
import { fetchPicture } from '#features/uploads/upload.client.ts'
import { parseUploadPath } from '#ui/pictures/picture-sizes.ts'
import { Picture } from '#ui/pictures/picture.tsx'
import { Spinner } from '#ui/states/spinner.tsx'
import { isSameOriginImage } from '#ui/pictures/use-image-fallback.ts'
import { useDebouncedValue } from '#ui/forms/use-debounced-value.ts'
import * as styles from './upload-field.module.css'

const PAUSE_MS = 400
const PLACEHOLDER = '/art/scenes/product-placeholder.svg'

/** Preview of a picture URL with its dimensions; a placeholder for invalid URLs (ADM-ART-14). */
export function PicturePreview({ src, alt }: { src: string; alt: string }) {
  const settled = useDebouncedValue(src, PAUSE_MS)
  const [shown, setShown] = useState<{ src: string; from: string; text: string } | undefined>()
  const [failed, setFailed] = useState<string>()
  const known = parseUploadPath(settled)
  const invalid = failed === settled || !mayBePicture(settled)

  // An event, so that a changed alternative text does not refetch the picture.
  const fetchStored = useEffectEvent((url: string) => fetchPicture(url, alt || 'A picture of another host'))

  // A probe separate from the shown image: it reports dimensions and load errors per URL.
  useEffect(() => {
    if (!mayBePicture(settled)) return
    let isCurrent = true
    const fail = () => isCurrent && setFailed(settled)
    const probe = new Image()
    const show = (from: string) => {
      probe.addEventListener('load', () => {
        const text = probe.naturalWidth && !isDrawing(from) ? `${probe.naturalWidth} × ${probe.naturalHeight} px` : ''
        if (isCurrent) setShown({ src: settled, from, text })
      })
      probe.addEventListener('error', fail)
      probe.src = from
    }
    // Pictures on other hosts are fetched by the server, as on saving, so that the browser never contacts that host.
    if (isSameOriginImage(settled)) show(settled)
    else fetchStored(settled).then(({ url }) => isCurrent && show(url), fail)
    return () => void (isCurrent = false)
  }, [settled])

  const ready = invalid || shown?.src === settled
  return (
    <figure className={styles.uploadPreview} aria-busy={!ready || undefined}>
      {ready ? (
        <Picture src={invalid ? PLACEHOLDER : shown?.from} alt={invalid ? '' : alt} ratio="800/500" sizes="16rem" eager />
      ) : (
        <Spinner label="Loading the picture" />
      )}
      {ready && <figcaption>{invalid ? 'Invalid image URL' : known ? `${known.width} × ${known.height} px` : shown?.text}</figcaption>}
    </figure>
  )
}

/** SVGs have no size in pixels. */
const isDrawing = (src: string) => /\.svg($|[?#])/i.test(src)

const mayBePicture = (src: string) => /^\/(?!\/)/.test(src) || /^https?:/.test(URL.parse(src)?.protocol ?? '')
