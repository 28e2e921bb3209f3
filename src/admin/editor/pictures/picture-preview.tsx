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

/** The picture behind an address, with its size; a placeholder marked as such when there is none. */
export function PicturePreview({ src, alt }: { src: string; alt: string }) {
  const settled = useDebouncedValue(src, PAUSE_MS)
  const [shown, setShown] = useState<{ src: string; from: string; text: string } | undefined>()
  const [failed, setFailed] = useState<string>()
  const known = parseUploadPath(settled)
  const invalid = failed === settled || !mayBePicture(settled)

  // A word more in the description does not fetch it again.
  const fetchStored = useEffectEvent((url: string) => fetchPicture(url, alt || 'A picture of another host'))

  // The browser is asked apart from the shown picture: a drawing has no size of its own, and a failure is told by name.
  useEffect(() => {
    if (!mayBePicture(settled)) return
    let current = true
    const fail = () => current && setFailed(settled)
    const probe = new Image()
    const show = (from: string) => {
      probe.addEventListener('load', () => {
        const text = probe.naturalWidth && !isDrawing(from) ? `${probe.naturalWidth} × ${probe.naturalHeight} px` : ''
        if (current) setShown({ src: settled, from, text })
      })
      probe.addEventListener('error', fail)
      probe.src = from
    }
    // Another host's is fetched by the server, as it will be when this is saved: no browser asks that host.
    if (isSameOriginImage(settled)) show(settled)
    else fetchStored(settled).then(({ url }) => current && show(url), fail)
    return () => void (current = false)
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

/** A drawing has no size in pixels. */
const isDrawing = (src: string) => /\.svg($|[?#])/i.test(src)

const mayBePicture = (src: string) => /^\/(?!\/)/.test(src) || /^https?:/.test(URL.parse(src)?.protocol ?? '')
