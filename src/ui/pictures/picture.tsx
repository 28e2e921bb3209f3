import { BELOW_TABLET } from '#ui/styles/breakpoints.ts'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { parseUploadPath, toSrcSet, UPLOAD_FORMATS } from './picture-sizes.ts'
import { useImageFallback } from './use-image-fallback.ts'
import * as styles from './picture.module.css'

interface PictureProps {
  src: string | null | undefined
  alt: string
  fallback?: string | undefined
  /** Text in the box when not even the fallback loads. */
  boxLabel?: string | undefined
  /** Aspect ratio of the box, as `800/560`. */
  ratio?: string
  /** For the first visible picture of the page: loaded eagerly, with high priority. */
  eager?: boolean | undefined
  /** The `sizes` attribute for uploads. */
  sizes?: string | undefined
  className?: string | undefined
}

const SIZES = `${BELOW_TABLET} 100vw, 37rem`

/** Responsive image in a box of fixed aspect ratio, so that the layout does not shift when it loads or fails. */
export function Picture({
  src,
  alt,
  fallback = '/art/scenes/product-placeholder.svg',
  boxLabel,
  ratio = '800/560',
  eager,
  sizes = SIZES,
  className,
}: PictureProps) {
  const image = useImageFallback([src, fallback])
  const [width = 800, height = 560] = ratio.split('/').map(Number)
  const upload = parseUploadPath(image.src)
  // `auto` lets browsers use the laid-out width; it needs lazy loading.
  const autoSizes = eager ? sizes : `auto, ${sizes}`
  const img = image.src && (
    <img
      key={image.src}
      ref={image.ref}
      src={image.src}
      sizes={upload && autoSizes}
      alt={alt}
      width={width}
      height={height}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      onError={image.onError}
    />
  )
  return (
    <span className={joinClasses(styles.picture, className)} data-part="picture">
      {/* Spacer with the aspect ratio: needs no style attribute, which a strict Content-Security-Policy would block. */}
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" />
      {upload ? (
        <picture>
          {UPLOAD_FORMATS.map((form) => (
            <source key={form} type={`image/${form}`} srcSet={toSrcSet(upload, form)} sizes={autoSizes} />
          ))}
          {img}
        </picture>
      ) : (
        img || (
          <span className={styles.box} role={alt ? 'img' : undefined} aria-label={alt || undefined}>
            {boxLabel}
          </span>
        )
      )}
    </span>
  )
}
