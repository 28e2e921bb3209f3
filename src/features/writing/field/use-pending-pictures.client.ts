import { useState } from 'react'
import { findPictureFiles, validatePictureFile } from '#features/uploads/picture-file.client.ts'
import { findPictureNamesIn } from '#features/writing/pictures/picture-markup.policy.ts'
import { MAX_POST_PICTURES } from '#features/writing/writing-limits.policy.ts'

export interface PendingFile {
  key: string
  file: File
}

/** Collects the pictures that were chosen, pasted or dropped and are not in the text yet. @param text text of the post */
export function usePendingPictures(text: string) {
  const [pending, setPending] = useState<PendingFile[]>([])
  const [error, setError] = useState<string>()
  const addFiles = (files: readonly File[]) => {
    const free = MAX_POST_PICTURES - findPictureNamesIn(text).length - pending.length
    const invalid = files.map(validatePictureFile).find((message) => message !== undefined)
    const valid = files.filter((file) => validatePictureFile(file) === undefined)
    setError(valid.length > free ? `A post can have up to ${MAX_POST_PICTURES} pictures.` : invalid)
    const added = valid.slice(0, Math.max(0, free)).map((file) => ({ key: crypto.randomUUID(), file }))
    if (added.length > 0) setPending([...pending, ...added])
  }
  /** @returns whether the paste or drop contained pictures, which the caller must then not insert as text */
  const takeFiles = (data: DataTransfer | null): boolean => {
    const files = findPictureFiles(data)
    if (files.length > 0) addFiles(files)
    return files.length > 0
  }
  const remove = (key: string) => {
    setPending((current) => current.filter((picture) => picture.key !== key))
    setError(undefined)
  }
  return { pending, error, addFiles, takeFiles, remove }
}
