/** A speech bubble with a clock inside: explanations by the minute. */
export function Logo({ name }: { name: string }) {
  return (
    <span className="flex items-center gap-2.5">
      <svg viewBox="0 0 32 32" className="size-7" aria-hidden="true">
        <path
          d="M16 3C8.3 3 2.5 8.2 2.5 15c0 3.9 1.9 7.3 4.9 9.5L6.6 29l5.6-2.5c1.2.3 2.5.5 3.8.5 7.7 0 13.5-5.2 13.5-12S23.7 3 16 3Z"
          fill="var(--color-accent)"
        />
        <path
          d="M16 8.5V15l4.6 3.2"
          fill="none"
          stroke="var(--color-on-accent)"
          strokeWidth="2.8"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className="text-lead font-bold tracking-tight">{name}</span>
    </span>
  )
}
