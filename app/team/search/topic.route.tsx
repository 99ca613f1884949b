import { redirect } from 'react-router'
import { catchRefusal, readForm, serve } from '#app/base/serve.server.ts'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { TopicForm } from '#app/team/search/topic-form.tsx'
import { BackLink } from '#app/ui/back-link.tsx'
import type { Context } from '#domain/context.server.ts'
import type { SearchTopic, TopicKind } from '#domain/discovery/contract.ts'
import { removeTopic, saveTopic } from '#domain/discovery/save-topic.server.ts'
import { getTopic, previewTopic } from '#domain/discovery/topic-queries.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/topic.route'

const newId = 'new'

export const loader = serve('editContent', async ({ context }, { params }: Route.LoaderArgs) => ({
  topic: params.id === newId ? null : await getTopic(context, params.id),
}))

export const action = serve('editContent', async ({ context }, { request, params }: Route.ActionArgs) => {
  const id = params.id === newId ? null : params.id
  return catchRefusal(runAction(context, { id, form: await readForm(request) }))
})

async function runAction(context: Context, { id, form }: { id: string | null; form: FormData }) {
  const readText = (name: string) => String(form.get(name) ?? '')
  const topic = {
    id,
    version: readText('version'),
    name: readText('name'),
    // `saveTopic` refuses any other kind.
    kind: readText('kind') as TopicKind,
    words: readText('words'),
    subjects: readText('subjects'),
    related: readText('related'),
  }
  if (readText('act') === 'preview')
    return { preview: await previewTopic(context, { ...topic, query: readText('query') }) }
  if (readText('act') === 'save') {
    const savedId = await saveTopic(context, topic)
    return id === null ? redirect(`/team/search/${savedId}`) : { done: 'Saved. Searches use it within a few seconds.' }
  }
  if (readText('act') === 'remove' && id !== null) {
    await removeTopic(context, { id, version: topic.version })
    return redirect('/team/search')
  }
  throw new Refusal('invalid_input')
}

/** Reloads the page data even after a refused action, because a colleague may have changed the topic. */
export const shouldRevalidate = () => true

export default function Topic({ loaderData: { topic } }: Route.ComponentProps) {
  return (
    <>
      <BackLink to="/team/search">Search</BackLink>
      <TeamHeading title={topic?.name ?? 'New topic'}>
        One word or phrase per line. Spellings that sound the same are found automatically.
      </TeamHeading>
      <TopicForm key={topic ? `${topic.id} ${topic.version}` : newId} topic={topic ?? emptyTopic} isNew={!topic} />
    </>
  )
}

const emptyTopic: SearchTopic = {
  id: newId,
  name: '',
  kind: 'subject',
  words: [],
  subjects: [],
  related: [],
  version: 0,
}
