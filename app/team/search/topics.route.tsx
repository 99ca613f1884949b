import { Form, Link } from 'react-router'
import { serve } from '#app/base/serve.server.ts'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { topicKindTexts } from '#app/team/search/topic-text.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextInput } from '#app/ui/text-input.tsx'
import { listTopics } from '#domain/discovery/topic-queries.server.ts'
import { counted } from '#kernel/count-text.ts'
import { fold } from '#kernel/fold.ts'
import { searchMaxLength } from '#kernel/limits.ts'
import type { Route } from './+types/topics.route'

const shownWordsMax = 12

export const loader = serve('editContent', async ({ context }, { request }: Route.LoaderArgs) => {
  const filter = (new URL(request.url).searchParams.get('q') ?? '').slice(0, searchMaxLength).trim()
  const topics = (await listTopics(context)).filter(
    ({ name, words }) => fold(name).includes(fold(filter)) || words.some((word) => word.includes(fold(filter))),
  )
  return {
    filter,
    topics: topics.map(({ id, name, kind, words }) => ({
      id,
      name,
      kind,
      wordCount: words.length,
      firstWords: words.slice(0, shownWordsMax),
    })),
  }
})

export default function Topics({ loaderData: { filter, topics } }: Route.ComponentProps) {
  return (
    <>
      <TeamHeading title="Search" action={<ButtonLink to="/team/search/new">Add a topic</ButtonLink>}>
        The meaning of search words, in any spelling and script. A topic maps words to subjects and languages.
      </TeamHeading>
      <Form method="get" role="search" className="mb-5 flex items-end gap-3">
        <Field label="Find a word" className="min-w-0 flex-1 sm:max-w-80">
          <TextInput name="q" key={filter} defaultValue={filter} maxLength={searchMaxLength} autoComplete="off" />
        </Field>
        <Button type="submit" variant="outline">
          Find
        </Button>
      </Form>
      <p role="status" className="mb-3 text-small text-quiet">
        {counted(topics.length, 'topic')}
      </p>
      <ul aria-label="Topics" className="grid grid-cols-1 gap-3 xl:grid-cols-2">
        {topics.map(({ id, name, kind, wordCount, firstWords }) => (
          <Card as="li" key={id}>
            <p className="flex flex-wrap items-center gap-x-3">
              <Link
                to={`/team/search/${id}`}
                className="inline-flex min-h-11 items-center font-semibold underline decoration-line-strong underline-offset-4 hover:text-accent"
              >
                {name}
              </Link>
              <Badge>{topicKindTexts[kind]}</Badge>
            </p>
            <p className="text-small wrap-anywhere text-soft">
              {firstWords.join(', ')}
              {wordCount > firstWords.length && ` and ${wordCount - firstWords.length} more`}
            </p>
          </Card>
        ))}
      </ul>
    </>
  )
}
