export interface RenderedPicture {
  /** Id of the picture in the API. */
  id: number
  alt: string
}

/** Lists the pictures that the HTML of a post shows, in its order. Only for the browser. */
export const listRenderedPictures = (html: string): RenderedPicture[] =>
  [...new DOMParser().parseFromString(html, 'text/html').querySelectorAll<HTMLImageElement>('img[data-picture]')].map((picture) => ({
    id: Number(picture.dataset['picture']),
    alt: picture.alt,
  }))
