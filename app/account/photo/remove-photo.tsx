import { Trash2 } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { ModalClose } from '#app/ui/modal.tsx'

type Props = { busy: boolean; onRemove(): void; returnTo: RefObject<HTMLElement | null> }

/** Asks for confirmation, because a removed photo cannot be restored. */
export function RemovePhoto({ busy, onRemove, returnTo }: Props) {
  return (
    <Dialog
      title="Remove your photo?"
      returnTo={returnTo}
      description="Your initials are shown in its place. You can choose another photo at any time."
      trigger={
        <Button variant="outline" size="small" busy={busy}>
          <Trash2 className="size-4" aria-hidden="true" />
          Remove photo
        </Button>
      }
      footer={
        <>
          <ModalClose>
            <Button variant="outline">Keep it</Button>
          </ModalClose>
          <ModalClose>
            <Button variant="danger" onClick={onRemove}>
              Remove photo
            </Button>
          </ModalClose>
        </>
      }
    />
  )
}
