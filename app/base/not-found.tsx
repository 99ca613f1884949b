import { ButtonLink } from '#app/ui/button.tsx'

export function NotFound() {
  return (
    <div className="page flex flex-col items-center py-24 text-center">
      <p className="figures text-display font-bold text-quiet" aria-hidden="true">
        404
      </p>
      <h1 className="mt-4 text-title">Page Not Found</h1>
      <p className="mt-3 max-w-form text-soft">
        There is no page at this address. Check the address for typing errors. The page may also have moved.
      </p>
      <ButtonLink to="/" className="mt-8">
        Go to Home
      </ButtonLink>
    </div>
  )
}
