import { Search } from 'lucide-react'
import { Form } from 'react-router'
import { useSuggestions } from '#app/discovery/home/use-suggestions.ts'
import { Button } from '#app/ui/button.tsx'
import { Combobox } from '#app/ui/combobox.tsx'
import { searchMaxLength } from '#kernel/limits.ts'

/** A plain form that searches the listing, enhanced with suggestions. */
export function SearchBox() {
  const { groups, search } = useSuggestions()
  return (
    <Form action="/experts" method="get" role="search" className="relative flex gap-2">
      <Combobox
        name="search"
        label="Search experts, subjects and categories"
        placeholder="Subject or language"
        groups={groups}
        onType={search}
        emptyText="Nothing found. Press Enter to search."
        leading={<Search />}
        maxLength={searchMaxLength}
        className="min-w-0 flex-1"
      />
      <Button type="submit" variant="outline" size="large" className="max-md:px-5">
        Search
      </Button>
    </Form>
  )
}
