import { Modal, type ModalProps } from '#app/ui/modal.tsx'

const positionStyles = {
  right:
    'inset-y-0 right-0 w-full max-w-112 animate-slide-in border-l pb-[env(safe-area-inset-bottom)] max-sm:left-12 max-sm:w-auto',
  bottom:
    'inset-x-0 bottom-0 mx-auto max-h-[85dvh] w-full max-w-form animate-rise-in rounded-t-card border-t pb-[env(safe-area-inset-bottom)] sm:border-x',
}

/** Shows content that does not fit on the page of a small screen, such as filters or details. */
export function Sheet({ side = 'right', ...rest }: ModalProps & { side?: keyof typeof positionStyles }) {
  return <Modal {...rest} positionStyle={positionStyles[side]} />
}
