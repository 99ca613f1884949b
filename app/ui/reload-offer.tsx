/** In place of something above the page whose code could not be loaded, such as a call. A reloaded page has it again. */
export function ReloadOffer({ what }: { what: string }) {
  return (
    <p
      role="alert"
      className="fixed inset-x-0 bottom-[calc(4rem+env(safe-area-inset-bottom))] z-40 mx-auto border-t border-line bg-float px-4 py-3 shadow-float md:bottom-6 md:w-fit md:rounded-card md:border"
    >
      {what} could not be shown.{' '}
      <button type="button" className="min-h-11 px-2 font-semibold underline" onClick={() => location.reload()}>
        Reload the page
      </button>
    </p>
  )
}
