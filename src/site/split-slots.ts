/** Finds the places that were marked in a rendered page (member-slot.tsx), and takes the marks out of it. */
import type { BodySlot } from '#platform/cache/slotted-body.ts'

const markOf = (mark: string, as = '') => `<template id="${mark}${as}"></template>`

/** A place that no component stands around: in the text of a script element. */
export const slotHtml = (mark: string | undefined, name: string): string =>
  !import.meta.env.SSR || mark === undefined ? '' : markOf(mark, name) + markOf(mark)

export function splitSlots(marked: string, mark: string): { html: string; slots: BodySlot[] } {
  const begin = `<template id="${mark}`
  const end = '"></template>'
  const slots: BodySlot[] = []
  let html = ''
  let from = 0
  for (let at = marked.indexOf(begin); at !== -1; at = marked.indexOf(begin, from)) {
    html += marked.slice(from, at)
    from = marked.indexOf(end, at)
    const [name = '', about] = marked.slice(at + begin.length, from).split('.')
    from += end.length
    if (name) slots.push({ name, about, start: html.length, end: -1 })
    else (slots.at(-1) as BodySlot).end = html.length
  }
  return { html: html + marked.slice(from), slots }
}
