import type { Claims } from '#domain/content/contract.ts'
import { countText } from '#kernel/count-text.ts'

/** Figures that are goals. The page says so, because none of them is measured. */
export function Aims({
  verifiedExperts,
  satisfactionPercent,
}: Pick<Claims, 'verifiedExperts' | 'satisfactionPercent'>) {
  const aims = [
    {
      figure: `${countText(verifiedExperts)}+ verified experts`,
      text: 'So that you find an expert for your subject who speaks your language.',
    },
    {
      figure: `${satisfactionPercent} percent satisfaction`,
      text: 'The share of students who should be satisfied with their session.',
    },
  ]
  return (
    <section aria-labelledby="aims" className="grid gap-8 pt-20 md:pt-28 lg:grid-cols-3">
      <div className="lg:border-t lg:border-line lg:pt-5">
        <h2 id="aims" className="text-title">
          What we aim for
        </h2>
        <p className="mt-3 text-soft">
          These are our goals, not measurements. The number of experts online on this page is counted live.
        </p>
      </div>
      <ul className="grid gap-8 sm:grid-cols-2 lg:col-span-2">
        {aims.map(({ figure, text }) => (
          <li key={text} className="border-t border-line pt-5">
            <strong className="figures block text-title font-semibold text-balance">{figure}</strong>
            <p className="mt-1.5 text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
