import { Modal, type ModalProps } from '#app/ui/modal.tsx'

/**
 * Asks for one decision or a little input. On a phone it is at the bottom, near the thumb, and may fill the screen.
 */
export function Dialog(props: ModalProps) {
  return (
    <Modal
      {...props}
      positionStyle="inset-x-0 bottom-0 max-h-[calc(100dvh-1.5rem)] animate-rise-in rounded-t-card border-t pb-[env(safe-area-inset-bottom)] md:inset-0 md:m-auto md:h-fit md:max-h-[85dvh] md:w-full md:max-w-form md:rounded-card md:border md:pb-0"
    />
  )
}
