import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useActingMember } from '#platform/client/acting-user.client.ts'
import {
  draftPrefix,
  GUEST,
  listDrafts,
  newTabName,
  purgeDrafts,
  readDraft,
  removeDraft,
  tabName,
  writeDraft,
} from '#platform/client/forms/draft-store.client.ts'
import type { FormAttempt } from '#platform/client/forms/form-attempt.client.ts'
import type { FormDraftProps } from './form-draft.client.ts'

const WRITE_AFTER_MS = 400

interface Discarded {
  typed: object
  attempt: FormAttempt | undefined
  version: number | undefined
}

/** Whether the draft of a form was restored or discarded, and the two ways between. */
export function useStoredDraft({ form, name, subject = '' }: FormDraftProps) {
  const { draft, isChanged } = form
  const member = useActingMember()
  const [note, setNote] = useState<'restored' | 'discarded'>()
  const [discarded, setDiscarded] = useState<Discarded>()
  /** Whose text it is. A member's stays theirs when the session ends; a guest's becomes the member's who signs in. */
  const owner = useRef(GUEST)
  /** What this form has read or written last, by its key: whatever else is there is another tab's. */
  const seen = useRef(new Map<string, number>())
  const isLoaded = useRef(false)

  const keyOf = (tab: string) => draftPrefix(owner.current, name, String(subject)) + tab

  const drop = (key: string, at: number) => {
    if (readDraft(key)?.at === at) removeDraft(key)
    seen.current.delete(key)
  }
  /** Removes what this form has stored, and what it was restored from. */
  const clear = () => {
    for (const [key, at] of seen.current) drop(key, at)
  }

  const load = useEffectEvent((id: number | undefined) => {
    if (id !== undefined) owner.current = String(id)
    try {
      if (!isLoaded.current) purgeDrafts()
      const own = listDrafts(draftPrefix(owner.current, name, String(subject)))
      const found = [...own, ...(id === undefined ? [] : listDrafts(draftPrefix(GUEST, name, String(subject))))]
      const stored = found.find(({ key }) => key.endsWith(`:${tabName()}`)) ?? found[0]
      isLoaded.current = true
      draft.attach(true)
      if (!stored) return
      if (Object.keys(draft.typed).length > 0) {
        // Something was typed before the draft was read: it gets an entry of its own, and the draft is offered the next time.
        if (!seen.current.has(stored.key)) newTabName()
        return
      }
      seen.current.set(stored.key, stored.at)
      draft.restore(stored.typed, stored.attempt, stored.version)
      setNote('restored')
    } catch {
      // There is no storage: the form asks before it is left.
      draft.attach(false)
    }
  })
  useEffect(() => {
    const timer = setTimeout(() => load(member))
    return () => clearTimeout(timer)
  }, [member])

  const save = useEffectEvent(() => {
    if (!isLoaded.current) return
    if (draft.isTaken() || !isChanged) return clear()
    try {
      let key = keyOf(tabName())
      const there = readDraft(key)
      if (there && there.at !== seen.current.get(key)) key = keyOf(newTabName())
      const at = Date.now()
      const isStored = writeDraft(key, { at, typed: draft.typed, attempt: draft.attempt, version: draft.version })
      draft.attach(isStored)
      if (!isStored) return
      seen.current.set(key, at)
      // A guest's text now belongs to the member who signed in.
      const guests = draftPrefix(GUEST, name, String(subject))
      if (owner.current !== GUEST) for (const [other, time] of seen.current) if (other.startsWith(guests)) drop(other, time)
    } catch {
      draft.attach(false)
    }
  })

  const typed = JSON.stringify(draft.typed)
  const sent = draft.attempt?.idempotencyKey
  useEffect(() => {
    const timer = setTimeout(() => save(), WRITE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed, isChanged, sent])
  useEffect(() => {
    const flush = () => {
      if (!isLoaded.current) load(member)
      save()
    }
    const onVisibility = () => document.visibilityState === 'hidden' && flush()
    addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [member])
  // Before the form is gone: an effect event may not be called in its cleanup.
  const flushed = useRef(() => {})
  useEffect(() => {
    flushed.current = () => {
      // The form may be left before the drafts were read.
      if (!isLoaded.current) load(member)
      save()
    }
  })
  useEffect(() => () => flushed.current(), [])

  return {
    note: note === 'restored' && !isChanged ? undefined : note,
    discard: () => {
      setDiscarded({ typed: draft.typed, attempt: draft.attempt, version: draft.version })
      draft.restore({})
      clear()
      setNote('discarded')
    },
    undo: () => {
      if (discarded) draft.restore(discarded.typed, discarded.attempt, discarded.version)
      setNote('restored')
    },
  }
}
