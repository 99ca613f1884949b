import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

type Props = { open: boolean; onStay(): void; onDiscard(): void }

export function DiscardDialog({ open, onStay, onDiscard }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onStay()}
      title="Discard your question?"
      description="You have not sent it yet."
      footer={
        <>
          <Button variant="outline" onClick={onDiscard}>
            Discard
          </Button>
          <Button onClick={onStay}>Keep writing</Button>
        </>
      }
    />
  )
}
