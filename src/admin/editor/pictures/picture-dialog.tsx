import { useForm } from '#platform/client/forms/form.client.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { UploadField } from './upload-field.tsx'
import * as styles from '#admin/editor/editor-sheet.module.css'

interface PictureDialogProps {
  /** Dropped or pasted file to start with. */
  file?: File | undefined
  onInsert: (url: string, alt: string) => void
  onClose: () => void
}

/** Dialog that inserts a picture, by upload or URL, with its alternative text. */
export function PictureDialog({ file, onInsert, onClose }: PictureDialogProps) {
  const { props, values, errors, change } = useForm({
    start: { url: '', alt: '' },
    toBody: ({ url, alt }) => ({ url: url.trim(), alt: alt.trim() }),
    check: ({ url, alt }) => ({
      url: /^(https?:\/\/|\/(?!\/))\S+$/.test(url.trim()) ? undefined : 'Upload a picture or enter its URL',
      alt: alt.trim() ? undefined : 'Please describe the picture',
    }),
    revalidates: true,
    send: (picture) => Promise.resolve(picture),
    onDone: ({ url, alt }) => onInsert(url, alt),
  })
  return (
    <Dialog open title="Insert a picture" onOpenChange={(open) => !open && onClose()}>
      <form {...props} className={styles.editorForm}>
        <UploadField label="URL" names={{ url: 'url', alt: 'alt' }} {...values} file={file} errors={errors} onChange={change} />
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
