import { useState, type SubmitEvent } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { UploadField } from './upload-field.tsx'
import * as styles from './editor-sheet.module.css'

interface PictureDialogProps {
  /** A file that was dropped or pasted. */
  file?: File | undefined
  onInsert: (url: string, alt: string) => void
  onClose: () => void
}

/** A picture for the text: uploaded or from an address, and what it shows. */
export function PictureDialog({ file, onInsert, onClose }: PictureDialogProps) {
  const [value, setValue] = useState({ url: '', alt: '' })
  const [asked, setAsked] = useState(false)
  const url = value.url.trim()
  const wrong = {
    url: /^(https?:\/\/|\/(?!\/))\S+$/.test(url) ? undefined : 'Upload a picture or give its web address',
    alt: value.alt.trim() ? undefined : 'Please describe the picture',
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    // This form stands inside the article's in React's eyes.
    event.stopPropagation()
    setAsked(true)
    if (!wrong.url && !wrong.alt) onInsert(url, value.alt.trim())
  }
  return (
    <Dialog open title="Insert a picture" onOpenChange={(open) => !open && onClose()}>
      <form className={styles.editorForm} noValidate onSubmit={submit}>
        <UploadField
          label="Web address"
          names={{ url: 'url', alt: 'alt' }}
          {...value}
          file={file}
          errors={asked ? wrong : {}}
          onChange={(part) => setValue({ ...value, ...part })}
        />
        <div className="actions">
          <Button type="submit">Insert picture</Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
