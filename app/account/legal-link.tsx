import { Link } from 'react-router'

/** A link in a form. It opens a new tab, so that the form keeps its content. */
export function LegalLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} target="_blank" className="text-text underline underline-offset-4">
      {children}
    </Link>
  )
}
