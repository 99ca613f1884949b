import { catchRefusal, readForm, serve } from '#app/base/serve.server.ts'
import { TeamHeading } from '#app/team/base/team-heading.tsx'
import { AnswersForm } from '#app/team/content/answers-form.tsx'
import { CatalogueForm } from '#app/team/content/catalogue-form.tsx'
import { FiguresForm } from '#app/team/content/figures-form.tsx'
import { getCatalogue, getFigures, getVersions, listCommonAnswers } from '#domain/content/queries.server.ts'
import { saveAnswers, saveCatalogue, saveFigures } from '#domain/content/save-content.server.ts'
import type { Context } from '#domain/context.server.ts'
import { Refusal } from '#kernel/refusals.ts'
import type { Route } from './+types/content.route'

export const loader = serve('editContent', async ({ context, product }) => ({
  figures: await getFigures(context),
  catalogue: await getCatalogue(context),
  answers: await listCommonAnswers(context, product.name),
  versions: await getVersions(context),
}))

export const action = serve('editContent', async ({ context }, { request }: Route.ActionArgs) =>
  catchRefusal(save(context, await readForm(request))),
)

async function save(context: Context, form: FormData) {
  const readText = (name: string) => String(form.get(name) ?? '')
  const version = readText('version')
  if (readText('act') === 'figures') {
    await saveFigures(context, {
      version,
      totalExperts: readText('totalExperts'),
      successfulSessions: readText('successfulSessions'),
      verifiedExperts: readText('verifiedExperts'),
      satisfactionPercent: readText('satisfactionPercent'),
      weeklyEarningsRupees: readText('weeklyEarningsRupees'),
      approvalHours: readText('approvalHours'),
    })
  } else if (readText('act') === 'catalogue') {
    await saveCatalogue(context, { version, groups: readGroups(form) })
  } else if (readText('act') === 'answers') {
    await saveAnswers(context, { version, answers: readAnswers(form) })
  } else if (readText('act') === 'original_answers') {
    await saveAnswers(context, { version, answers: [] })
  } else throw new Refusal('invalid_input')
  return { done: 'Saved. The change is now on the public pages.' }
}

/** Sorts groups by position. Groups with the same position keep their order. */
function readGroups(form: FormData) {
  const readLines = (name: string) =>
    String(form.get(name) ?? '')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
  return form
    .getAll('group')
    .map(String)
    .toSorted((a, b) => Number(form.get(`place.${a}`)) - Number(form.get(`place.${b}`)))
    .map((id) => ({
      id,
      subcategories: readLines(`subcategories.${id}`),
      suggestions: readLines(`suggestions.${id}`),
    }))
}

function readAnswers(form: FormData) {
  const texts = form.getAll('answer').map(String)
  return form.getAll('question').map((question, index) => ({ question: String(question), answer: texts[index] ?? '' }))
}

/** Reloads the page data even after a refused action, because a colleague may have changed the content. */
export const shouldRevalidate = () => true

export default function Content({ loaderData }: Route.ComponentProps) {
  const { figures, catalogue, answers, versions } = loaderData
  return (
    <>
      <TeamHeading title="Content">
        Texts and figures on public pages that are not calculated. The audit log records each change and the old value.
      </TeamHeading>
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
        <div className="grid grid-cols-1 gap-6">
          <FiguresForm figures={figures} version={versions.figures} />
          <CatalogueForm catalogue={catalogue} version={versions.catalogue} />
        </div>
        <AnswersForm answers={answers} version={versions.answers} />
      </div>
    </>
  )
}
