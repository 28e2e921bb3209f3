import { Dialog } from '#ui/overlays/dialog.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import type { Bookmark } from './bookmark.client.ts'
import { NoteForm } from './note-form.tsx'

interface NoteDialogProps {
  bookmark: Bookmark
  onSaved: (bookmark: Bookmark) => void
  onClose: () => void
}

export default function NoteDialog({ bookmark, onSaved, onClose }: NoteDialogProps) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title="Note for your bookmark">
      <NoteForm
        bookmark={bookmark}
        onSaved={(saved) => {
          onSaved(saved)
          onClose()
          toast({ title: 'Note saved' })
        }}
        onCancel={onClose}
      />
    </Dialog>
  )
}
