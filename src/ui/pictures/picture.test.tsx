import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Picture } from './picture.tsx'

const renderPictureHtml = (src: string) => renderToStaticMarkup(<Picture src={src} alt="A roof" />)

test('Picture offers an uploaded picture in AVIF and WebP, in the stored widths up to its own', () => {
  const markup = renderPictureHtml('/uploads/3f9ab2c1d4e5-1000x600.webp')
  expect(markup).toContain(
    'type="image/avif" srcSet="/uploads/3f9ab2c1d4e5-1000x600/400.avif 400w, /uploads/3f9ab2c1d4e5-1000x600/800.avif 800w',
  )
  expect(markup).toContain('/uploads/3f9ab2c1d4e5-1000x600/1000.webp 1000w"')
  expect(markup).toContain('sizes="auto, ')
  expect(markup).toContain('alt="A roof"')
})

test('Picture offers no variants of images that are not uploads of the site', () => {
  for (const src of ['/art/products/a.svg', 'https://example.org/uploads/3f9ab2c1d4e5-1000x600.webp'])
    expect(renderPictureHtml(src)).not.toMatch(/<picture|srcset|sizes=/i)
})
