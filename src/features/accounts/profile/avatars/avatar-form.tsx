import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { UPLOAD_MAX_BYTES, UPLOAD_TYPES } from '#features/uploads/upload-limits.policy.ts'
import { Avatar } from '#ui/pictures/avatar.tsx'
import { Button } from '#ui/actions/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { toast } from '#ui/overlays/toast-store.ts'
import { useMounted } from '#ui/hydration/use-mounted.ts'
import { formatBytes } from '#wording/bytes.ts'
import { accountQuery, changeAccount, uploadAvatar, type OwnAccount } from '#features/accounts/account.client.ts'
import { formatReason } from '#features/accounts/account-failure.client.ts'
import * as styles from '#features/accounts/profile/profile-form.module.css'

const AvatarCropDialog = lazy(() => import('./avatar-crop-dialog.tsx'))

/** Opens the crop of a chosen picture, and uploads the result. A picture that the browser cannot decode is uploaded as it is. */
export function AvatarForm({ account: { id, username, displayName, avatarUrl } }: { account: OwnAccount }) {
  const queryClient = useQueryClient()
  const hydrated = useMounted()
  const fileInputRef = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [picture, setPicture] = useState<ImageBitmap>()
  const saveMutation = useMutation({
    mutationFn: (file: File | undefined) => (file ? uploadAvatar(file) : changeAccount({ avatarUrl: '' })),
    onSuccess: (account) => {
      queryClient.setQueryData(accountQuery().queryKey, account)
      toast({ title: account.avatarUrl === null ? 'Picture removed' : 'Picture saved' })
    },
    onError: (error) => setProblem(formatReason(error)),
    onSettled: () => {
      setPicture(undefined)
      if (fileInputRef.current) fileInputRef.current.value = ''
    },
  })
  const cropIfValid = async (file: File | undefined) => {
    if (!file) return
    const fileProblem = findFileProblem(file)
    setProblem(fileProblem)
    if (fileProblem !== undefined) return
    try {
      setPicture(await createImageBitmap(file))
    } catch {
      saveMutation.mutate(file)
    }
  }
  return (
    <div className={styles.accountAvatar}>
      <Field label="Picture" hint="JPEG, PNG, WebP or AVIF. Without one, others see your initials." error={problem}>
        {(control) => (
          <input
            {...control}
            ref={fileInputRef}
            type="file"
            className={styles.picker}
            accept={UPLOAD_TYPES.join(',')}
            disabled={!hydrated || saveMutation.isPending}
            onChange={({ target }) => void cropIfValid(target.files?.[0])}
          />
        )}
      </Field>
      <Avatar key={avatarUrl} id={id} name={displayName || username} src={avatarUrl} size="l" />
      {picture && (
        <Suspense fallback={null}>
          <AvatarCropDialog
            picture={picture}
            isSaving={saveMutation.isPending}
            onSave={(file) => saveMutation.mutate(file)}
            onClose={() => {
              setPicture(undefined)
              if (fileInputRef.current) fileInputRef.current.value = ''
            }}
          />
        </Suspense>
      )}
      {avatarUrl !== null && (
        <p className={styles.removePicture}>
          <Button
            variant="quiet"
            size="s"
            busy={saveMutation.isPending}
            busyLabel="Saving..."
            onClick={() => saveMutation.mutate(undefined)}
          >
            Remove picture
          </Button>
        </p>
      )}
    </div>
  )
}

function findFileProblem(file: File): string | undefined {
  if (!UPLOAD_TYPES.some((type) => type === file.type)) return 'Please choose a JPEG, PNG, WebP or AVIF picture.'
  return file.size > UPLOAD_MAX_BYTES ? `A picture may have at most ${formatBytes(UPLOAD_MAX_BYTES)}.` : undefined
}
