import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

type Props = {
  /** The input that would be lost: a question that the browser could not store, or a half-filled account form. */
  unsaved: 'question' | 'account' | null
  onStay(): void
  onDiscard(): void
}

export function DiscardDialog({ unsaved, onStay, onDiscard }: Props) {
  return (
    <Dialog
      open={unsaved !== null}
      onOpenChange={(isOpen) => !isOpen && onStay()}
      title={unsaved === 'account' ? 'Leave without signing up?' : 'Discard your question?'}
      description={
        unsaved === 'account'
          ? 'Your question is kept. Your name, email and password are not.'
          : 'This browser cannot keep it for later.'
      }
      footer={
        <>
          <Button variant="outline" onClick={onDiscard}>
            {unsaved === 'account' ? 'Leave' : 'Discard'}
          </Button>
          <Button onClick={onStay}>Keep writing</Button>
        </>
      }
    />
  )
}
