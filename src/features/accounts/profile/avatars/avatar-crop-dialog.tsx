/** Dialog in which a member chooses the square of a picture: by dragging, with the arrow keys, and with a slider for the zoom. */
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { Field } from '#ui/forms/field.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { centredCrop, clampCrop, CROP_SIDE_PX, cropSide, KEY_STEP, MAX_ZOOM, panCrop, type Crop } from './avatar-crop.policy.ts'
import * as styles from './avatar-crop.module.css'

const ARROWS: Record<string, readonly [dx: number, dy: number]> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP],
}
const ZOOM_KEYS: Record<string, number> = { '+': 1.1, '=': 1.1, '-': 1 / 1.1 }

interface AvatarCropDialogProps {
  picture: ImageBitmap
  isSaving: boolean
  /** Called with the cropped picture. */
  onSave: (file: File) => void
  onClose: () => void
}

export default function AvatarCropDialog({ picture, isSaving, onSave, onClose }: AvatarCropDialogProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const lastPoint = useRef({ x: 0, y: 0 })
  const [crop, setCrop] = useState(() => centredCrop(picture))
  useEffect(() => {
    if (canvas.current) drawCrop(canvas.current, picture, crop)
  }, [picture, crop])
  const pan = (dx: number, dy: number) => setCrop((current) => panCrop(picture, current, dx, dy))
  const zoomTo = (toZoom: (zoom: number) => number) => setCrop((current) => clampCrop(picture, { ...current, zoom: toZoom(current.zoom) }))

  const onPointerDown = ({ pointerId, clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    currentTarget.setPointerCapture(pointerId)
    lastPoint.current = { x: clientX, y: clientY }
  }
  const onPointerMove = ({ buttons, clientX, clientY, currentTarget }: PointerEvent<HTMLCanvasElement>) => {
    const { x, y } = lastPoint.current
    lastPoint.current = { x: clientX, y: clientY }
    if ((buttons & 1) === 1) pan((clientX - x) / currentTarget.clientWidth, (clientY - y) / currentTarget.clientHeight)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key]
    const factor = ZOOM_KEYS[event.key]
    if (arrow) pan(...arrow)
    else if (factor !== undefined) zoomTo((zoom) => zoom * factor)
    else return
    event.preventDefault()
  }
  const save = () => canvas.current?.toBlob((blob) => blob && onSave(new File([blob], 'picture.png', { type: 'image/png' })), 'image/png')

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Crop your picture"
      description="Drag the picture, or use the arrow keys. Others see the part in the circle."
    >
      <div className={styles.crop}>
        <div className={styles.frame}>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the picture is moved with the arrow keys */}
          <canvas
            ref={canvas}
            width={CROP_SIDE_PX}
            height={CROP_SIDE_PX}
            tabIndex={0}
            role="img"
            aria-label="Your picture. Arrow keys move it, plus and minus change the zoom."
            onPointerDown={onPointerDown}
            onPointerMove={onPointerMove}
            onWheel={({ deltaY }) => zoomTo((zoom) => zoom * (deltaY < 0 ? 1.1 : 1 / 1.1))}
            onKeyDown={onKeyDown}
          />
        </div>
        <Field label="Zoom">
          {(control) => (
            <input
              {...control}
              type="range"
              min={1}
              max={MAX_ZOOM}
              step={0.05}
              value={crop.zoom}
              onChange={({ target }) => zoomTo(() => Number(target.value))}
            />
          )}
        </Field>
        <div className="actions">
          <Button busy={isSaving} busyLabel="Saving..." onClick={save}>
            Save picture
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, { x, y, zoom }: Crop): void {
  const context = canvas.getContext('2d')
  if (!context) return
  const side = cropSide(picture, zoom)
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, CROP_SIDE_PX, CROP_SIDE_PX)
  context.drawImage(picture, x - side / 2, y - side / 2, side, side, 0, 0, CROP_SIDE_PX, CROP_SIDE_PX)
}
