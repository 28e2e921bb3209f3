import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { ALT_MAX_LENGTH } from '#features/uploads/upload-limits.policy.ts'
import { uploadPicture } from '#features/uploads/upload.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Field, FieldError, Input } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import {
  ACCEPTED_TYPES,
  formatMegabytes,
  formatUploadError,
  validatePictureFile,
  UPLOAD_HINT,
} from '#features/uploads/picture-file.client.ts'
import { PicturePreview } from './picture-preview.tsx'
import * as styles from './upload-field.module.css'

export interface PictureValue {
  url: string
  alt: string
}

interface UploadFieldProps extends PictureValue {
  /** Label of the URL field. */
  label: string
  /** Names of the inputs for URL and alternative text in the form. */
  names: PictureValue
  errors: { url?: string | undefined; alt?: string | undefined }
  /** Dropped or pasted file to start with. */
  file?: File | undefined
  onChange: (part: Partial<PictureValue>) => void
}

const NOT_UPLOADED_MESSAGE = 'This picture is not uploaded yet. Describe and upload it, or remove it.'

/** Renders the fields for a picture's URL and alternative text, with upload. A picture is uploaded only once it has an alternative text. */
export function UploadField({ label, names, url, alt, errors, file, onChange }: UploadFieldProps) {
  const [pendingFile, setPendingFile] = useState(file && !validatePictureFile(file) ? file : undefined)
  const [errorMessage, setErrorMessage] = useState(file && validatePictureFile(file))
  const [isDragOver, setDragOver] = useState(false)
  const altField = useRef<HTMLInputElement>(null)
  const filePicker = useRef<HTMLInputElement>(null)
  const errorId = useId()

  const upload = useMutation({
    networkMode: 'always',
    mutationFn: (picture: { file: File; alt: string }) => uploadPicture(picture.file, picture.alt),
    onSuccess: (stored) => {
      setPendingFile(undefined)
      onChange({ url: stored.url, alt: stored.alt })
    },
    onError: (error) => setErrorMessage(formatUploadError(error)),
  })
  const busy = upload.isPending
  // A custom validity blocks the surrounding form while a chosen picture is not uploaded: see `useForm`.
  useEffect(() => altField.current?.setCustomValidity(pendingFile ? NOT_UPLOADED_MESSAGE : ''), [pendingFile])

  const startUpload = (picture: File) => {
    setErrorMessage(undefined)
    upload.mutate({ file: picture, alt: alt.trim() })
  }
  const acceptFile = (picture: File | undefined) => {
    if (!picture || busy) return
    const error = validatePictureFile(picture)
    setErrorMessage(error)
    setPendingFile(error ? undefined : picture)
    if (error) return
    // If the field had a picture before, its alternative text has to be reviewed before the upload.
    if (alt.trim() && !url.trim()) return startUpload(picture)
    altField.current?.focus()
    altField.current?.select()
  }
  const uploadPendingFile = () => {
    if (!pendingFile || busy) return
    if (alt.trim()) startUpload(pendingFile)
    else altField.current?.focus()
  }
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setDragOver(false)
    acceptFile(event.dataTransfer.files[0])
  }
  const uploadOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !pendingFile) return
    event.preventDefault()
    uploadPendingFile()
  }

  return (
    <div className={styles.upload}>
      <Field label={label} error={errors.url}>
        {(control) => (
          <Input
            {...control}
            name={names.url}
            value={url}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://"
            onChange={({ target }) => onChange({ url: target.value })}
          />
        )}
      </Field>
      <div
        className={joinClasses(styles.uploadDrop, isDragOver && styles.uploadOver)}
        onDragOver={(event) => {
          event.preventDefault()
          setDragOver(true)
        }}
        onDragLeave={() => setDragOver(false)}
        onDrop={handleDrop}
      >
        {url.trim() && <PicturePreview src={url.trim()} alt={alt} />}
        <div className={styles.uploadAct}>
          <Button
            variant="quiet"
            size="s"
            busy={busy}
            busyLabel="Uploading..."
            aria-describedby={errorMessage ? errorId : undefined}
            onClick={() => filePicker.current?.click()}
          >
            <Icon name="plus" />
            {url.trim() ? 'Upload another picture' : 'Upload a picture'}
          </Button>
          <p className="hint">or drop one here. {UPLOAD_HINT}</p>
          <input
            ref={filePicker}
            type="file"
            accept={ACCEPTED_TYPES}
            hidden
            tabIndex={-1}
            onChange={({ target }) => {
              acceptFile(target.files?.[0])
              target.value = ''
            }}
          />
        </div>
        <div role="status" className={styles.uploadStatus}>
          {pendingFile && !busy && (
            <>
              <p>
                <b>{pendingFile.name}</b> ({formatMegabytes(pendingFile.size)}):{' '}
                {alt.trim() ? 'check its description below.' : 'describe it below.'}
              </p>
              <Button size="s" disabled={!alt.trim()} onClick={uploadPendingFile}>
                Upload
              </Button>
              <Button
                size="s"
                variant="quiet"
                onClick={() => {
                  setPendingFile(undefined)
                  setErrorMessage(undefined)
                }}
              >
                Remove
              </Button>
            </>
          )}
          {busy && <span className="visuallyHidden">Uploading the picture</span>}
        </div>
        {errorMessage && (
          <FieldError id={errorId} role="alert">
            {errorMessage}
          </FieldError>
        )}
      </div>
      <Field
        label="Alternative text"
        required={Boolean(pendingFile)}
        hint="Describes the picture for people who cannot see it."
        error={errors.alt ?? (pendingFile && !alt.trim() && !busy ? 'Please describe the picture' : undefined)}
      >
        {(control) => (
          <Input
            {...control}
            ref={altField}
            name={names.alt}
            value={alt}
            maxLength={ALT_MAX_LENGTH}
            autoComplete="off"
            onChange={({ target }) => onChange({ alt: target.value })}
            onKeyDown={uploadOnEnter}
            onInvalid={(event) => {
              event.preventDefault()
              setErrorMessage(NOT_UPLOADED_MESSAGE)
            }}
          />
        )}
      </Field>
    </div>
  )
}
