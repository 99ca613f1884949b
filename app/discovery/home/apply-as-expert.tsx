import { ButtonLink } from '#app/ui/button.tsx'
import type { Claims } from '#domain/content/contract.ts'
import { expertEarnsPaisePerMinute, sessionRatePaisePerMinute } from '#kernel/limits.ts'
import { formatRupees } from '#kernel/money.ts'

export function ApplyAsExpert({ claims }: { claims: Claims }) {
  const facts = [
    {
      figure: formatRupees(expertEarnsPaisePerMinute),
      text: `is your share of a minute that costs ${formatRupees(sessionRatePaisePerMinute)}.`,
    },
    {
      figure: formatRupees(claims.weeklyEarningsPaise),
      text: 'a week is our goal for what an expert earns on average.',
    },
    {
      figure: `${claims.approvalHours} hours`,
      text: 'is our goal for approving a complete application.',
    },
  ]
  return (
    <section
      aria-labelledby="for-experts"
      className="mt-20 grid gap-x-16 gap-y-10 rounded-card border border-line bg-raised p-6 md:mt-28 md:p-12 lg:grid-cols-2"
    >
      <div>
        <h2 id="for-experts" className="text-small text-quiet">
          For Experts
        </h2>
        <p className="mt-3 text-title font-semibold text-balance">Get paid for what you can explain</p>
        <p className="mt-4 text-soft">
          Go online when you have time. Students call you with their question, and every minute you spend with them
          counts.
        </p>
        <ButtonLink to="/expert-apply" variant="outline" className="mt-7">
          Apply as Expert
        </ButtonLink>
      </div>
      <ul className="divide-y divide-line border-t border-line lg:self-center lg:border-t-0">
        {facts.map(({ figure, text }) => (
          <li key={text} className="grid grid-cols-[6.5rem_1fr] items-baseline gap-4 py-4">
            <strong className="figures text-title font-semibold whitespace-nowrap">{figure}</strong>
            <span className="text-soft">{text}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
