import { BookOpen, LayoutGrid } from 'lucide-react'
import type { ReactNode } from 'react'
import { StatusText } from '#app/experts/status.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import type { ComboboxGroup } from '#app/ui/combobox.tsx'
import type { Suggestions } from '#domain/discovery/contract.ts'

/**
 * Turns a suggestions response into search box options: subjects first, unless a name was typed. Loaded lazily with the
 * first request.
 */
export function toGroups({ experts, subjects, categories, isName }: Suggestions): ComboboxGroup[] {
  const people = toExpertGroup(experts)
  const topics = [
    {
      label: 'Subjects',
      options: subjects.map(({ slug, name }) => ({
        id: `subject-${slug}`,
        to: `/experts?subjects=${encodeURIComponent(slug)}`,
        content: <PlainOption icon={<BookOpen />}>{name}</PlainOption>,
      })),
    },
    {
      label: 'Categories',
      options: categories.map(({ id, name }) => ({
        id: `category-${id}`,
        to: `/experts?category=${encodeURIComponent(id)}`,
        content: <PlainOption icon={<LayoutGrid />}>{name}</PlainOption>,
      })),
    },
  ]
  return isName ? [people, ...topics] : [...topics, people]
}

function toExpertGroup(experts: Suggestions['experts']): ComboboxGroup {
  return {
    label: 'Experts',
    options: experts.map(({ id, name, photoUrl, title, status }) => ({
      id: `expert-${id}`,
      to: `/expert/details/${id}`,
      content: (
        <>
          <Avatar name={name} src={photoUrl} size="small" presence={status} />
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{name}</span>
            <span className="block truncate text-small text-soft">{title}</span>
          </span>
          {/* Hidden from screen readers, because the avatar already announces the status. */}
          <span aria-hidden="true">
            <StatusText status={status} className="text-small" />
          </span>
        </>
      ),
    })),
  }
}

function PlainOption({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <>
      <span aria-hidden="true" className="flex w-9 justify-center text-quiet [&>svg]:size-4.5">
        {icon}
      </span>
      <span className="min-w-0 truncate">{children}</span>
    </>
  )
}
