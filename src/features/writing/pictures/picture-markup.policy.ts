/** Finds uploaded pictures in the Markdown of a post. Shared by the server and the browser. */

/** Matches the end of a picture's Markdown: `](/uploads/3f9ab2c1d4e5-1600x900.webp`. */
const UPLOAD_TARGET = /\]\(\s{0,3}<?\/uploads\/([a-f0-9]{8,64}-\d{1,5}x\d{1,5})\.webp/g

/** @returns the names of the uploaded pictures that a text contains, each once */
export const findPictureNamesIn = (content: string): string[] => [
  ...new Set([...content.matchAll(UPLOAD_TARGET)].map(([, name = '']) => name)),
]
