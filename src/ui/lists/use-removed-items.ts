import { useState } from 'react'

interface Removed<T> {
  item: T
  index: number
}

/**
 * Keeps the places of items that the viewer has removed from a list, so that a message with Undo can take the place of each.
 * @param items the list as it is stored, with or without the removed items
 */
export function useRemovedItems<T extends { id: number }>(items: readonly T[]) {
  const [removed, setRemoved] = useState<readonly Removed<T>[]>([])
  const entries = items.filter(({ id }) => !removed.some(({ item }) => item.id === id)).map((item) => ({ item, isRemoved: false }))
  for (const { item, index } of removed.toSorted((a, b) => a.index - b.index)) entries.splice(index, 0, { item, isRemoved: true })
  return {
    /** All items in order, including the removed ones. */
    entries,
    remove: (item: T) => {
      const index = entries.findIndex((entry) => entry.item.id === item.id)
      setRemoved((current) => [...current.filter((other) => other.item.id !== item.id), { item, index }])
    },
    putBack: (id: number) => setRemoved((current) => current.filter(({ item }) => item.id !== id)),
  }
}
