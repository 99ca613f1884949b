import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { ModalClose } from '#app/ui/modal.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

type Props = {
  /**
   * The text to confirm, with the amount, the person and the effect. A function receives the entered values. It
   * receives null before scripts have loaded, and then its text must be true for every possible input.
   */
  confirmText: string | ((entered: FormData | null) => string)
  /** The label of the confirm button, and of the submit button unless it has children. */
  label: string
  busy: boolean
  variant?: 'primary' | 'outline' | 'danger'
  size?: 'small'
  disabled?: boolean
  className?: string
  children?: ReactNode
}

/**
 * The submit button of an action with serious effects. A dialog describes the effects and asks for confirmation.
 * Before scripts have loaded, a required checkbox replaces the dialog.
 */
export function ConfirmSubmit({
  confirmText,
  label,
  busy,
  variant = 'primary',
  size,
  disabled = false,
  className,
  children = label,
}: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [text, setText] = useState<string | null>(null)
  const isHydrated = useHydrated()
  const readText = (entered: FormData | null) => (typeof confirmText === 'string' ? confirmText : confirmText(entered))
  const buttonProps = { variant, className, ...(size && { size }) }
  if (!isHydrated) {
    return (
      <div>
        <Checkbox required label={readText(null)} />
        <Button type="submit" {...buttonProps}>
          {children}
        </Button>
      </div>
    )
  }
  return (
    <>
      <Button
        ref={button}
        type="submit"
        busy={busy}
        disabled={disabled}
        {...buttonProps}
        onClick={(event) => {
          event.preventDefault()
          const { form } = event.currentTarget
          if (form?.reportValidity()) setText(readText(new FormData(form)))
        }}
      >
        {children}
      </Button>
      <Dialog
        open={text !== null}
        onOpenChange={() => setText(null)}
        title="Please confirm"
        description={text}
        footer={
          <>
            <ModalClose>
              <Button variant="quiet">Cancel</Button>
            </ModalClose>
            <ModalClose>
              <Button variant={variant} onClick={() => button.current?.form?.requestSubmit()}>
                {label}
              </Button>
            </ModalClose>
          </>
        }
      />
    </>
  )
}
