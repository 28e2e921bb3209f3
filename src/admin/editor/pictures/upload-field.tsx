import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type DragEvent, type KeyboardEvent } from 'react'
import { ALT_MAX_LENGTH } from '#features/uploads/upload-limits.policy.ts'
import { uploadPicture } from '#features/uploads/upload.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { joinClasses } from '#ui/styles/join-classes.ts'
import { Field, FieldError, Input } from '#ui/forms/field.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { ACCEPTED_TYPES, formatMegabytes, validatePictureFile, UPLOAD_HINT, uploadFailure } from './picture-file.ts'
import { PicturePreview } from './picture-preview.tsx'
import * as styles from './upload-field.module.css'

export interface PictureValue {
  url: string
  alt: string
}

interface UploadFieldProps extends PictureValue {
  /** What the address is called. */
  label: string
  /** The names of the two inputs in the form. */
  names: PictureValue
  errors: { url?: string | undefined; alt?: string | undefined }
  /** A file to begin with: it came by a drop or a paste. */
  file?: File | undefined
  onChange: (part: Partial<PictureValue>) => void
}

const NOT_UPLOADED = 'This picture is not uploaded yet. Describe it and upload it, or leave it out.'

/** The address of a picture and what it shows. A picture can be uploaded instead; it is described before it is sent. */
export function UploadField({ label, names, url, alt, errors, file, onChange }: UploadFieldProps) {
  const [waiting, setWaiting] = useState(file && !validatePictureFile(file) ? file : undefined)
  const [problem, setProblem] = useState(file && validatePictureFile(file))
  const [over, setOver] = useState(false)
  const altField = useRef<HTMLInputElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const problemId = useId()

  const sending = useMutation({
    networkMode: 'always',
    mutationFn: (picture: { file: File; alt: string }) => uploadPicture(picture.file, picture.alt),
    onSuccess: (stored) => {
      setWaiting(undefined)
      onChange({ url: stored.url, alt: stored.alt })
    },
    onError: (fault) => setProblem(uploadFailure(fault)),
  })
  const busy = sending.isPending
  // The form around it is not sent without the picture: see `useForm`.
  useEffect(() => altField.current?.setCustomValidity(waiting ? NOT_UPLOADED : ''), [waiting])

  const send = (picture: File) => {
    setProblem(undefined)
    sending.mutate({ file: picture, alt: alt.trim() })
  }
  const take = (picture: File | undefined) => {
    if (!picture || busy) return
    const refusal = validatePictureFile(picture)
    setProblem(refusal)
    setWaiting(refusal ? undefined : picture)
    if (refusal) return
    // Words that belong to the picture before are looked at once more.
    if (alt.trim() && !url.trim()) return send(picture)
    altField.current?.focus()
    altField.current?.select()
  }
  const sendWaiting = () => {
    if (!waiting || busy) return
    if (alt.trim()) send(waiting)
    else altField.current?.focus()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const sendOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !waiting) return
    event.preventDefault()
    sendWaiting()
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
        className={joinClasses(styles.uploadDrop, over && styles.uploadOver)}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {url.trim() && <PicturePreview src={url.trim()} alt={alt} />}
        <div className={styles.uploadAct}>
          <Button
            variant="quiet"
            size="s"
            busy={busy}
            busyLabel="Uploading..."
            aria-describedby={problem ? problemId : undefined}
            onClick={() => picker.current?.click()}
          >
            <Icon name="plus" />
            {url.trim() ? 'Upload another picture' : 'Upload a picture'}
          </Button>
          <p className="hint">or drop one here. {UPLOAD_HINT}</p>
          <input
            ref={picker}
            type="file"
            accept={ACCEPTED_TYPES}
            hidden
            tabIndex={-1}
            onChange={({ target }) => {
              take(target.files?.[0])
              target.value = ''
            }}
          />
        </div>
        <div role="status" className={styles.uploadStatus}>
          {waiting && !busy && (
            <>
              <p>
                <b>{waiting.name}</b> ({formatMegabytes(waiting.size)}):{' '}
                {alt.trim() ? 'check what its text says below.' : 'say below what it shows.'}
              </p>
              <Button size="s" disabled={!alt.trim()} onClick={sendWaiting}>
                Upload it
              </Button>
              <Button
                size="s"
                variant="quiet"
                onClick={() => {
                  setWaiting(undefined)
                  setProblem(undefined)
                }}
              >
                Leave it out
              </Button>
            </>
          )}
          {busy && <span className="visuallyHidden">Uploading the picture</span>}
        </div>
        {problem && (
          <FieldError id={problemId} role="alert">
            {problem}
          </FieldError>
        )}
      </div>
      <Field
        label="Alternative text"
        required={Boolean(waiting)}
        hint="What the picture shows, for people who cannot see it."
        error={errors.alt ?? (waiting && !alt.trim() && !busy ? 'Please describe the picture' : undefined)}
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
            onKeyDown={sendOnEnter}
            onInvalid={(event) => {
              event.preventDefault()
              setProblem(NOT_UPLOADED)
            }}
          />
        )}
      </Field>
    </div>
  )
}
