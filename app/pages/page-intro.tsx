import type { ReactNode } from 'react'

export function PageIntro({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="pt-12 md:pt-20">
      <h1 className="text-display">{title}</h1>
      <p className="mt-5 max-w-prose text-lead text-soft">{children}</p>
    </header>
  )
}
