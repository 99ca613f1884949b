import { BadgeCheck, Timer, Wallet } from 'lucide-react'

const benefits = [
  {
    icon: Timer,
    title: 'Billed only while you are both connected',
    text: 'Ringing, reconnecting and waiting cost nothing.',
  },
  {
    icon: BadgeCheck,
    title: 'Verified experts',
    text: 'Our team checks every expert before their first session.',
  },
  {
    icon: Wallet,
    title: 'Your money stays yours',
    text: 'Wallet money never expires, and unused money can be returned to the source it came from.',
  },
]

export function Benefits() {
  return (
    <section aria-labelledby="promises" className="mt-16 border-y border-line md:mt-24">
      <h2 id="promises" className="sr-only">
        What we promise
      </h2>
      <ul className="grid divide-y divide-line md:grid-cols-3 md:divide-x md:divide-y-0">
        {benefits.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-4 py-5 md:px-7 md:py-8 md:first:pl-0 md:last:pr-0">
            <Icon className="mt-0.5 size-5 shrink-0 text-quiet" aria-hidden="true" />
            <div>
              <h3 className="text-body">{title}</h3>
              <p className="mt-1 text-small text-soft">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
