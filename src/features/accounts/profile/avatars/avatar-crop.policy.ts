/** Geometry of the square crop of a picture. */

/** Width and height of the cropped picture, in pixels. */
export const CROP_SIDE_PX = 360
export const MAX_ZOOM = 5
/** Distance that an arrow key moves the picture, as a fraction of the square. */
export const KEY_STEP = 0.05

export interface Size {
  width: number
  height: number
}

/** Centre of the square in pixels of the picture, and the zoom: 1 shows as much as fits into the square. */
export interface Crop {
  x: number
  y: number
  zoom: number
}

/** Returns the side of the square in pixels of the picture. */
export const cropSide = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom

export const centredCrop = ({ width, height }: Size): Crop => ({ x: width / 2, y: height / 2, zoom: 1 })

/** Limits the zoom, and moves the square into the picture. */
export function clampCrop(size: Size, { x, y, zoom }: Crop): Crop {
  const limitedZoom = clamp(zoom, 1, MAX_ZOOM)
  const half = cropSide(size, limitedZoom) / 2
  return { x: clamp(x, half, size.width - half), y: clamp(y, half, size.height - half), zoom: limitedZoom }
}

/** Moves the picture under the square. @param dx, dy distances as fractions of the square's side */
export function panCrop(size: Size, crop: Crop, dx: number, dy: number): Crop {
  const side = cropSide(size, crop.zoom)
  return clampCrop(size, { ...crop, x: crop.x - dx * side, y: crop.y - dy * side })
}

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max)
