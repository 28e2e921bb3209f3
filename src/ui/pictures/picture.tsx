import { BELOW_TABLET } from '#ui/styles/breakpoints.ts'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { parseUploadPath, toSrcSet, UPLOAD_FORMATS } from './picture-sizes.ts'
import { useImageFallback } from './use-image-fallback.ts'
import * as styles from './picture.module.css'

interface PictureProps {
  src: string | null | undefined
  alt: string
  fallback?: string | undefined
  /** The words in the empty box when not even the fallback loads. */
  boxLabel?: string | undefined
  /** Width to height of the box, as `800/560`. */
  ratio?: string
  /** For the picture the page opens with: loaded at once and first. */
  eager?: boolean | undefined
  /** How wide it is shown, for choosing among an upload's sizes. */
  sizes?: string | undefined
  className?: string | undefined
}

const SIZES = `${BELOW_TABLET} 100vw, 37rem`

/**
 * A picture in a box of fixed shape, so that nothing moves when it arrives or fails.
 * An uploaded one comes in the smallest size and the best form that will do.
 */
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
  const stored = parseUploadPath(image.src)
  // Where the browser can, it measures the box itself.
  const measured = eager ? sizes : `auto, ${sizes}`
  const img = image.src && (
    <img
      key={image.src}
      ref={image.ref}
      src={image.src}
      sizes={stored && measured}
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
      {/* The spacer holds the shape without a style attribute, which a strict content policy would refuse. */}
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" />
      {stored ? (
        <picture>
          {UPLOAD_FORMATS.map((form) => (
            <source key={form} type={`image/${form}`} srcSet={toSrcSet(stored, form)} sizes={measured} />
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
