import { type ReactNode, useRef, useState } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { ModalClose } from '#app/ui/modal.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

type Props = {
  /** The text of the dialog: the amount, the person and the effect. A function gets the entered values. */
  words: string | ((entered: FormData) => string)
  /** The label of the submit button and of the confirm button in the dialog. */
  label: string
  busy: boolean
  variant?: 'primary' | 'outline' | 'danger'
  size?: 'small'
  className?: string
  children?: ReactNode
}

/**
 * The submit button of an action with serious effects. A dialog says what will happen and asks for confirmation. Before
 * scripts have loaded, a required checkbox with the same text replaces the dialog.
 */
export function ConfirmSubmit({ words, label, busy, variant = 'primary', size, className, children = label }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [text, setText] = useState<string | null>(null)
  const isHydrated = useHydrated()
  const read = (entered: FormData) => (typeof words === 'string' ? words : words(entered))
  const look = { variant, className, ...(size && { size }) }
  if (!isHydrated) {
    return (
      <div>
        <Checkbox required label={read(new FormData())} />
        <Button type="submit" {...look}>
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
        {...look}
        onClick={(event) => {
          event.preventDefault()
          const { form } = event.currentTarget
          if (form?.reportValidity()) setText(read(new FormData(form)))
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
