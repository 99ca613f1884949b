import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Field } from '#app/ui/field.tsx'
import { ModalClose } from '#app/ui/modal.tsx'
import { PasswordInput } from '#app/ui/password-input.tsx'

type Props = {
  /** The form that the password is sent with. */
  formId: string
  open: boolean
  onOpenChange(open: boolean): void
  busy: boolean
  problem: string | undefined
  description: string
}

/** Asks for the password before a withdrawal to a new account. The field belongs to the form behind the dialog. */
export function PasswordDialog({ formId, open, onOpenChange, busy, problem, description }: Props) {
  return (
    <Dialog
      title="Confirm it’s you"
      description={description}
      open={open}
      onOpenChange={onOpenChange}
      footer={
        <>
          <ModalClose>
            <Button variant="quiet">Cancel</Button>
          </ModalClose>
          <Button type="submit" form={formId} busy={busy}>
            Confirm and request
          </Button>
        </>
      }
    >
      <Field label="Your password" error={problem} required>
        <PasswordInput name="password" form={formId} autoComplete="current-password" />
      </Field>
    </Dialog>
  )
}
