import { type RefObject, useState } from 'react'
import { useAnsweredForm } from '#app/base/forms/use-answered-form.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { ModalClose } from '#app/ui/modal.tsx'

type Props = {
  act: string
  label: string
  title: string
  description: string
  /** Receives the focus if the button is gone afterwards. */
  returnTo: RefObject<HTMLElement | null>
}

/** A button whose act is confirmed in a dialog. */
export function ConfirmedAct({ act, label, title, description, returnTo }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const { Form, busy, problem } = useAnsweredForm({
    id: act,
    isOnPage: true,
    onDone: () => setIsOpen(false),
    returnTo,
  })
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setIsOpen}
      returnTo={returnTo}
      title={title}
      description={description}
      trigger={
        <Button variant="outline" size="small">
          {label}
        </Button>
      }
      footer={
        <>
          <ModalClose>
            <Button variant="quiet">Cancel</Button>
          </ModalClose>
          <Form method="post" className="contents">
            <input type="hidden" name="act" value={act} />
            <Button type="submit" variant="danger" busy={busy}>
              {label}
            </Button>
          </Form>
        </>
      }
    >
      {problem && (
        <p role="alert" className="text-bad">
          {problem}
        </p>
      )}
    </Dialog>
  )
}
