import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { formatUploadError } from '#features/uploads/picture-file.client.ts'
import { ALT_MAX_LENGTH } from '#features/uploads/upload-limits.policy.ts'
import { uploadPostPicture, type PostPicture } from '#features/writing/writing.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Field, Input } from '#ui/forms/field.tsx'
import * as styles from './writing-field.module.css'

const MISSING_ALT = 'Please describe the picture'
const NOT_ADDED = 'This picture is not added yet. Describe and add it, or remove it.'

interface PendingPictureProps {
  file: File
  onAdded: (picture: PostPicture) => void
  onRemove: () => void
}

/** Asks for the description of a chosen picture, and uploads it. It is part of a form, which is not sent before the picture is added. */
export function PendingPicture({ file, onAdded, onRemove }: PendingPictureProps) {
  const [alt, setAlt] = useState('')
  const [error, setError] = useState<string>()
  const [url, setUrl] = useState<string>()
  const altField = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    networkMode: 'always',
    mutationFn: (description: string) => uploadPostPicture(file, description),
    onSuccess: onAdded,
    onError: (failure) => setError(formatUploadError(failure)),
  })
  useEffect(() => {
    let isMounted = true
    createThumbnail(file).then(
      (thumbnail) => isMounted && setUrl(thumbnail),
      () => undefined,
    )
    return () => {
      isMounted = false
    }
  }, [file])
  useEffect(() => {
    altField.current?.focus()
    // A custom validity blocks the surrounding form: see `useForm`.
    altField.current?.setCustomValidity(NOT_ADDED)
  }, [])

  const add = () => {
    const description = alt.trim()
    setError(description ? undefined : MISSING_ALT)
    if (description) upload.mutate(description)
    else altField.current?.focus()
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      if (!upload.isPending) add()
    } else if (event.key === 'Escape') {
      event.stopPropagation()
      onRemove()
    }
  }
  return (
    <div className={styles.pending} role="group" aria-label={`Picture ${file.name}`}>
      {url && <img src={url} alt="" />}
      <Field label="Describe the picture" required hint="For people who cannot see it." error={error}>
        {(control) => (
          <Input
            {...control}
            ref={altField}
            value={alt}
            maxLength={ALT_MAX_LENGTH}
            autoComplete="off"
            readOnly={upload.isPending}
            onChange={({ target }) => {
              setAlt(target.value)
              setError(undefined)
            }}
            onKeyDown={handleKeyDown}
            onInvalid={(event) => {
              event.preventDefault()
              setError(NOT_ADDED)
            }}
          />
        )}
      </Field>
      <div className={styles.pendingActions}>
        <Button size="s" busy={upload.isPending} busyLabel="Adding..." onClick={add}>
          Add picture
        </Button>
        <Button size="s" variant="quiet" disabled={upload.isPending} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </div>
  )
}

const THUMBNAIL_HEIGHT_PX = 160

/** @returns a small copy as a `data:` URL, because the content security policy forbids `blob:` @throws if the browser cannot decode it */
async function createThumbnail(file: File): Promise<string> {
  const bitmap = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  canvas.height = Math.min(THUMBNAIL_HEIGHT_PX, bitmap.height)
  canvas.width = Math.max(1, Math.round((bitmap.width * canvas.height) / bitmap.height))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.toDataURL('image/webp', 0.8)
}
