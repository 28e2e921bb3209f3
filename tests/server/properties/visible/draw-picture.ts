import sharp from 'sharp'

/** Creates a picture. Each thing has one of another colour, because files are content-addressed. */
export const drawPicture = (red: number, green = 0): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: { r: red, g: green, b: 0 } } })
    .png()
    .toBuffer()
