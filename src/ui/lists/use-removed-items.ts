import { useState } from 'react'

interface RemovedItem<T> {
  item: T
  index: number
  listKey: string
}

/**
 * Keeps the places of items that the viewer has removed from a list, so that a message with Undo can take the place of each.
 * @param items the list as it is stored, with or without the removed items
 * @param listKey identifies the list; a removed item has a place only in the list, such as a page, that it was removed from
 */
export function useRemovedItems<T extends { id: number }>(items: readonly T[], listKey: string) {
  const [allRemoved, setAllRemoved] = useState<readonly RemovedItem<T>[]>([])
  const removed = allRemoved.filter((one) => one.listKey === listKey)
  const entries = items.filter(({ id }) => !removed.some(({ item }) => item.id === id)).map((item) => ({ item, isRemoved: false }))
  for (const { item, index } of removed.toSorted((a, b) => a.index - b.index)) entries.splice(index, 0, { item, isRemoved: true })
  const putBack = (id: number) => setAllRemoved((current) => current.filter(({ item }) => item.id !== id))
  return {
    /** All items in order, including the removed ones. */
    entries,
    remove: (item: T) => {
      const index = entries.findIndex((entry) => entry.item.id === item.id)
      setAllRemoved((current) => [...current, { item, index, listKey }])
    },
    putBack,
  }
}
