/** Properties that determine where the browser breaks the lines of a textarea. */
const COPIED_PROPERTIES = [
  'box-sizing',
  'width',
  'padding',
  'border',
  'font',
  'letter-spacing',
  'line-height',
  'text-indent',
  'text-transform',
  'word-spacing',
  'tab-size',
  'direction',
] as const

/**
 * Measures where a character of a textarea is, with a copy of the textarea as an element, because no browser API does.
 * @param index position in the text
 * @returns the offset in pixels of the character's lower left corner from the upper left corner of the textarea
 */
export function measureCaret(textarea: HTMLTextAreaElement, index: number): { left: number; bottom: number } {
  const mirror = document.createElement('div')
  const style = getComputedStyle(textarea)
  for (const property of COPIED_PROPERTIES) mirror.style.setProperty(property, style.getPropertyValue(property))
  Object.assign(mirror.style, { position: 'absolute', visibility: 'hidden', whiteSpace: 'pre-wrap', overflowWrap: 'break-word' })
  mirror.textContent = textarea.value.slice(0, index)
  const marker = mirror.appendChild(document.createElement('span'))
  marker.textContent = textarea.value.slice(index) || '.'
  document.body.append(mirror)
  const lineHeight = parseFloat(style.lineHeight) || parseFloat(style.fontSize) * 1.5
  const position = { left: marker.offsetLeft, bottom: marker.offsetTop + lineHeight - textarea.scrollTop }
  mirror.remove()
  return position
}
