import { Menu, X } from 'lucide-react'
import { use } from 'react'
import { preloadModule } from 'react-dom'
import { Link, NavLink } from 'react-router'
import type { Viewer } from '#app/base/viewer.ts'
import { mainLinks } from '#app/shell/links.ts'
import { Logo } from '#app/shell/logo.tsx'
import { ProgressLine } from '#app/shell/progress-line.tsx'
import { SignedInScriptContext, signedInModule } from '#app/shell/signed-in-module.ts'
import { useClosingPopover } from '#app/shell/use-closing-popover.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Product } from '#kernel/product.ts'

export function Header({ product, viewer }: { product: Product; viewer: Viewer | null }) {
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-ink/90 backdrop-blur">
      <ProgressLine />
      <div className="page flex h-16 items-center gap-3 md:gap-6">
        <Link to="/" className="rounded-control" aria-label={`${product.name}, home`}>
          <Logo name={product.name} />
        </Link>
        <nav aria-label="Main" className="hidden flex-1 md:block">
          <ul className="flex items-center gap-1">
            {mainLinks.map(({ to, label }) => (
              <li key={to}>
                <NavLink
                  to={to}
                  className="block rounded-control px-3 py-2 text-small font-medium text-soft hover:text-text aria-[current=page]:bg-float aria-[current=page]:text-text"
                >
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex items-center gap-1.5 md:gap-2">
          {viewer ? <SignedIn viewer={viewer} /> : <SignedOut />}
          <SmallScreenMenu viewer={viewer} />
        </div>
      </div>
    </header>
  )
}

const OwnHeader = signedInModule.component((loaded) => loaded.OwnHeader)

function SignedIn({ viewer }: { viewer: Viewer }) {
  const script = use(SignedInScriptContext)
  if (import.meta.env.SSR && script) preloadModule(script, { as: 'script' })
  return <OwnHeader viewer={viewer} />
}

function SignedOut() {
  return (
    <div className="hidden items-center gap-2 min-[400px]:flex">
      <ButtonLink to="/login" variant="quiet" size="small">
        Log in
      </ButtonLink>
      <ButtonLink to="/register" variant="outline" size="small">
        Sign up
      </ButtonLink>
    </div>
  )
}

/** A native popover: it opens, closes and restores the focus without our scripts. */
function SmallScreenMenu({ viewer }: { viewer: Viewer | null }) {
  const panel = useClosingPopover<HTMLElement>()
  return (
    <div className="md:hidden">
      <button
        type="button"
        popoverTarget="small-menu"
        className="flex size-11 items-center justify-center rounded-control text-soft hover:text-text"
        aria-label="Menu"
      >
        <Menu className="size-6" aria-hidden="true" />
      </button>
      <nav
        ref={panel}
        id="small-menu"
        popover="auto"
        aria-label="Menu"
        className="fixed inset-x-0 top-0 bottom-auto m-0 w-full border-b border-line bg-raised p-4 text-text shadow-float open:animate-rise-in"
      >
        <div className="mb-2 flex justify-end">
          <button
            type="button"
            popoverTarget="small-menu"
            popoverTargetAction="hide"
            className="flex size-11 items-center justify-center rounded-control text-soft"
            aria-label="Close the menu"
          >
            <X className="size-6" aria-hidden="true" />
          </button>
        </div>
        <ul>
          {mainLinks.map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                className="flex min-h-12 items-center rounded-control px-3 text-lead font-medium aria-[current=page]:bg-float"
              >
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
        {!viewer && (
          <div className="mt-4 grid grid-cols-2 gap-3 border-t border-line pt-4">
            <ButtonLink to="/login" variant="outline">
              Log in
            </ButtonLink>
            <ButtonLink to="/register">Sign up</ButtonLink>
          </div>
        )}
      </nav>
    </div>
  )
}
