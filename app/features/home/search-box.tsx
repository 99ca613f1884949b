import { BookOpen, LayoutGrid, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { StatusText } from '#app/features/experts/status.tsx'
import { useSuggestions } from '#app/features/home/use-suggestions.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { Button } from '#app/ui/button.tsx'
import { Combobox, type ComboboxGroup } from '#app/ui/combobox.tsx'
import type { Suggestions } from '#domain/discovery/contract.ts'
import { searchMaxLength } from '#kernel/limits.ts'

/** The way to the listing by words. It is a plain form; suggestions come on top of it. */
export function SearchBox() {
  const { suggestions, ask } = useSuggestions()
  return (
    <Form action="/experts" method="get" role="search" className="relative flex gap-2">
      <Combobox
        name="search"
        label="Search experts, subjects and categories"
        placeholder="Subject, topic or name"
        groups={suggestions && toGroups(suggestions)}
        onType={ask}
        lead={<Search />}
        maxLength={searchMaxLength}
        className="min-w-0 flex-1"
      />
      <Button type="submit" size="large" className="max-md:px-5">
        Search
      </Button>
    </Form>
  )
}

function toGroups({ experts, subjects, categories }: Suggestions): ComboboxGroup[] {
  return [
    {
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
            {/* The dot beside the face has already said it aloud. */}
            <span aria-hidden="true">
              <StatusText status={status} className="text-small" />
            </span>
          </>
        ),
      })),
    },
    {
      label: 'Subjects',
      options: subjects.map(({ slug, name }) => ({
        id: `subject-${slug}`,
        to: `/experts?subjects=${encodeURIComponent(slug)}`,
        content: <Plain icon={<BookOpen />}>{name}</Plain>,
      })),
    },
    {
      label: 'Categories',
      options: categories.map(({ id, name }) => ({
        id: `category-${id}`,
        to: `/experts?category=${encodeURIComponent(id)}`,
        content: <Plain icon={<LayoutGrid />}>{name}</Plain>,
      })),
    },
  ]
}

function Plain({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <>
      <span aria-hidden="true" className="flex w-9 justify-center text-quiet [&>svg]:size-4.5">
        {icon}
      </span>
      <span className="min-w-0 truncate">{children}</span>
    </>
  )
}
