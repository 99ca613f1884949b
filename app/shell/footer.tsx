import { Link } from 'react-router'
import { footerLinks } from '#app/shell/links.ts'
import { Logo } from '#app/shell/logo.tsx'
import { sessionRatePaisePerMinute } from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'
import { InstallOffer } from '#app/shell/install-offer.tsx'
import type { Product } from '#kernel/product.ts'

export function Footer({ product }: { product: Product }) {
  return (
    <footer className="mt-20 border-t border-line bg-raised">
      <div className="page grid grid-cols-2 gap-x-6 gap-y-10 py-12 md:grid-cols-[2fr_1fr_1fr]">
        <div className="col-span-2 md:col-span-1">
          <Logo name={product.name} />
          <p className="mt-4 max-w-80 text-small text-quiet">
            Talk to a verified expert for {formatRupees(sessionRatePaisePerMinute)} a minute. You pay only for the time
            in which you are both connected.
          </p>
          <p className="mt-3 text-small">
            <a
              className="text-soft underline underline-offset-4 hover:text-text"
              href={`mailto:${product.contacts.supportEmail}`}
            >
              {product.contacts.supportEmail}
            </a>
          </p>
          <InstallOffer name={product.name} />
        </div>
        {footerLinks.map(({ heading, links }) => (
          <nav key={heading} aria-label={heading}>
            <h2 className="text-small font-semibold text-text">{heading}</h2>
            <ul className="mt-2">
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link
                    to={to}
                    className="inline-flex min-h-11 items-center text-small text-quiet hover:text-text md:min-h-9"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  )
}
