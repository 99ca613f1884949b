import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react'
import { computeCrop, pan, computePlacement, initialView, zoomTo } from '#app/account/photo/crop-view.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { Slider } from '#app/ui/slider.tsx'
import type { Crop } from '#kernel/crop.ts'
import { photoZoomMax } from '#kernel/limits.ts'

const panStep = 0.08
const zoomStep = 0.1

const moves = [
  { key: 'ArrowLeft', label: 'Show more of the left', Icon: ArrowLeft, by: { right: -panStep, down: 0 } },
  { key: 'ArrowUp', label: 'Show more of the top', Icon: ArrowUp, by: { right: 0, down: -panStep } },
  { key: 'ArrowDown', label: 'Show more of the bottom', Icon: ArrowDown, by: { right: 0, down: panStep } },
  { key: 'ArrowRight', label: 'Show more of the right', Icon: ArrowRight, by: { right: panStep, down: 0 } },
]

type Props = {
  picture: HTMLImageElement
  onChosen(crop: Crop): void
  onCancelled(): void
}

/** Crops a picture to a square by pointer, keyboard, or the buttons below it. */
export function CropDialog({ picture, onChosen, onCancelled }: Props) {
  const size = { width: picture.naturalWidth, height: picture.naturalHeight }
  const [view, setView] = useState(initialView)
  const hintId = useId()
  const pointers = useRef(new Map<number, { x: number; y: number }>())

  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves.find(({ key }) => key === event.key)
    const zoom = { '+': zoomStep, '=': zoomStep, '-': -zoomStep }[event.key]
    if (!move && !zoom) return
    event.preventDefault()
    setView((now) => (move ? pan(now, size, move.by) : zoomTo(now, size, now.zoom + (zoom ?? 0))))
  }

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const after = { x: event.clientX, y: event.clientY }
    const otherPointer = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, after)
    if (otherPointer) {
      const ratio = distance(after, otherPointer) / Math.max(1, distance(before, otherPointer))
      setView((now) => zoomTo(now, size, now.zoom * ratio))
    } else {
      const width = event.currentTarget.clientWidth
      const by = { right: (before.x - after.x) / width, down: (before.y - after.y) / width }
      setView((now) => pan(now, size, by))
    }
  }
  const removePointer = (event: PointerEvent) => pointers.current.delete(event.pointerId)

  return (
    <Dialog
      title="Crop your photo"
      description="Your photo is shown as a circle in most places. Drag to move it, or change its size."
      open
      onOpenChange={(open) => !open && onCancelled()}
      footer={
        <>
          <Button variant="outline" onClick={onCancelled}>
            Cancel
          </Button>
          <Button onClick={() => onChosen(computeCrop(view, size))}>Use this photo</Button>
        </>
      }
    >
      <div className="mx-auto max-w-80">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it handles keys and pointers itself */}
        <div
          role="application"
          aria-label="Position of your photo"
          aria-describedby={hintId}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys move the picture
          tabIndex={0}
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY })
          }}
          onPointerMove={onPointerMove}
          onPointerUp={removePointer}
          onPointerCancel={removePointer}
          // Limits the height so that the whole dialog fits on a short screen.
          className="relative mx-auto aspect-square max-w-[34dvh] cursor-move touch-none overflow-hidden rounded-card bg-ink select-none"
        >
          <img
            src={picture.src}
            alt=""
            draggable={false}
            style={computePlacement(view, size)}
            className="pointer-events-none absolute max-w-none"
          />
          <span className="pointer-events-none absolute inset-0 rounded-full shadow-[0_0_0_20rem_color-mix(in_srgb,var(--color-ink)_60%,transparent)]" />
        </div>
        <p id={hintId} className="mt-2 text-center text-small text-balance text-quiet pointer-coarse:hidden">
          Use the arrow keys to show more of one side. Use + and - to zoom.
        </p>
        <Slider
          label="Size"
          min={1}
          max={photoZoomMax}
          step={zoomStep}
          value={view.zoom}
          onValueChange={(zoom) => setView((now) => zoomTo(now, size, zoom))}
          format={(zoom) => `${Math.round(zoom * 100)}%`}
          className="mt-4"
        />
        <div className="flex justify-center gap-2">
          {moves.map(({ label, Icon, by }) => (
            <IconButton
              key={label}
              label={label}
              icon={<Icon className="size-5" aria-hidden="true" />}
              onClick={() => setView((now) => pan(now, size, by))}
            />
          ))}
        </div>
      </div>
    </Dialog>
  )
}

function distance(a: { x: number; y: number }, b: { x: number; y: number }): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
