import { BriefcaseBusiness, GraduationCap, Languages, MessagesSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { languagesText } from '#app/experts/expert-text.ts'
import type { ExpertPage } from '#domain/discovery/contract.ts'
import { countText } from '#kernel/count-text.ts'
import { slug } from '#kernel/fold.ts'

export function InfoTiles({ expert }: { expert: ExpertPage }) {
  const { experienceYears, sessions, highestDegree } = expert
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line">
      <Tile icon={<Languages />} label="Languages Spoken" value={languagesText(expert)} />
      <Tile
        icon={<BriefcaseBusiness />}
        label="Experience"
        value={experienceYears > 0 ? `${experienceYears}+ years` : 'Experienced Professional'}
      />
      <Tile
        icon={<MessagesSquare />}
        label="Total Sessions"
        value={sessions > 0 ? `${countText(sessions)}+ completed` : 'New Expert'}
      />
      <Tile icon={<GraduationCap />} label="Qualification" value={highestDegree} />
    </dl>
  )
}

function Tile({ icon, label, value }: { icon: ReactNode; label: string; value: string }) {
  return (
    <div className="bg-raised p-4 md:p-5">
      <dt className="flex items-center gap-2 text-small text-quiet">
        <span aria-hidden="true" className="[&>svg]:size-4">
          {icon}
        </span>
        {label}
      </dt>
      <dd className="figures mt-1.5 font-semibold wrap-anywhere">{value}</dd>
    </div>
  )
}

/** Links to all experts in a subject, including offline ones, so that the list contains at least this expert. */
export function ExpertiseLinks({ expert }: { expert: Pick<ExpertPage, 'subcategories' | 'keySubjects'> }) {
  const subjects = expert.keySubjects.map((name) => ({ name, kind: 'subjects' }))
  const categories = expert.subcategories
    .filter((name) => !expert.keySubjects.some((subject) => slug(subject) === slug(name)))
    .map((name) => ({ name, kind: 'category' }))
  return (
    <ul className="flex flex-wrap gap-2">
      {[...subjects, ...categories].map(({ name, kind }) => (
        <li key={name} className="max-w-full min-w-0">
          <Link
            to={`/experts?${kind}=${slug(name)}&online=false`}
            className="inline-flex min-h-11 max-w-full items-center rounded-full border border-line bg-line/60 px-4 text-small font-medium text-soft transition-colors wrap-anywhere hover:border-line-strong hover:text-text md:min-h-9"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}
