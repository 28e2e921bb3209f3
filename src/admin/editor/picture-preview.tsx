import { useEffect, useState } from 'react'
import { parseUploadPath } from '#ui/picture-sizes.ts'
import { Picture } from '#ui/picture.tsx'
import { Spinner } from '#ui/spinner.tsx'
import * as styles from './upload-field.module.css'

const PAUSE = 400
const PLACEHOLDER = '/art/scenes/product-placeholder.svg'

/** The picture behind an address, with its size; a placeholder marked as such when there is none. */
export function PicturePreview({ src, alt }: { src: string; alt: string }) {
  const settled = useSettled(src)
  const [size, setSize] = useState<{ src: string; text: string } | undefined>()
  const [failed, setFailed] = useState<string>()
  const known = parseUploadPath(settled)
  const invalid = failed === settled || !mayBePicture(settled)

  // The browser is asked apart from the shown picture: a drawing has no size of its own, and a failure is told by name.
  useEffect(() => {
    if (!mayBePicture(settled)) return
    let current = true
    const probe = new Image()
    probe.addEventListener('load', () => {
      const text = probe.naturalWidth && !isDrawing(settled) ? `${probe.naturalWidth} × ${probe.naturalHeight} px` : ''
      if (current) setSize({ src: settled, text })
    })
    probe.addEventListener('error', () => current && setFailed(settled))
    probe.src = settled
    return () => void (current = false)
  }, [settled])

  const ready = invalid || size?.src === settled
  return (
    <figure className={styles.uploadPreview} aria-busy={!ready || undefined}>
      {ready ? (
        <Picture src={invalid ? PLACEHOLDER : settled} alt={invalid ? '' : alt} ratio="800/500" sizes="16rem" eager />
      ) : (
        <Spinner label="Loading the picture" />
      )}
      {ready && <figcaption>{invalid ? 'Invalid image URL' : known ? `${known.width} × ${known.height} px` : size?.text}</figcaption>}
    </figure>
  )
}

/** A drawing has no size in pixels. */
const isDrawing = (src: string) => /\.svg($|[?#])/i.test(src)

const mayBePicture = (src: string) => /^\/(?!\/)/.test(src) || /^https?:/.test(URL.parse(src)?.protocol ?? '')

/** The value once it has stood for a moment. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
