import { BELOW_TABLET } from '#ui/styles/breakpoints.ts'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { parseUploadPath, toSrcSet, UPLOAD_FORMATS } from './picture-sizes.ts'
import { useImageFallback } from './use-image-fallback.ts'
import * as styles from './picture.module.css'

interface PictureProps {
  src: string | null | undefined
  alt: string
  /** URL of the image that replaces one that does not load. */
  fallback?: string | undefined
  /** Text in the box when the fallback does not load either. */
  boxLabel?: string | undefined
  /** Aspect ratio of the box as width and height, such as `800/560` (the default). */
  ratio?: string
  /** Whether the image loads eagerly and with high priority: for the first visible picture of the page. */
  eager?: boolean | undefined
  /** The `sizes` attribute of uploaded pictures, which have several widths. */
  sizes?: string | undefined
  className?: string | undefined
}

const DEFAULT_SIZES = `${BELOW_TABLET} 100vw, 37rem`

/** Renders a responsive image in a box of fixed aspect ratio, so that the layout does not shift when the image loads or fails. */
export function Picture({
  src,
  alt,
  fallback = '/art/scenes/product-placeholder.svg',
  boxLabel,
  ratio = '800/560',
  eager,
  sizes = DEFAULT_SIZES,
  className,
}: PictureProps) {
  const image = useImageFallback([src, fallback])
  const [width = 800, height = 560] = ratio.split('/').map(Number)
  const upload = parseUploadPath(image.src)
  // With `auto`, browsers use the width of the image in the layout; this works only with lazy loading.
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
      {/* This spacer sets the aspect ratio without a style attribute, which a strict Content-Security-Policy would block. */}
      <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true" />
      {upload ? (
        <picture>
          {UPLOAD_FORMATS.map((format) => (
            <source key={format} type={`image/${format}`} srcSet={toSrcSet(upload, format)} sizes={autoSizes} />
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
