/** In place of something above the page whose code could not be loaded, such as a call. A reloaded page has it again. */
export function ReloadOffer({ what }: { what: string }) {
  return (
    <p role="alert" className="fixed inset-x-0 bottom-16 z-40 bg-float p-4">
      {what} could not be shown.{' '}
      <button type="button" className="underline" onClick={() => location.reload()}>
        Reload the page
      </button>
    </p>
  )
}
