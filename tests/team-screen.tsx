import { screen, within } from '@testing-library/react'
import * as shell from '#app/team/shell/shell.route.tsx'
import { type DataOf, type LoaderData, now, openScreen, type Options, type PageModule } from '#tests/screen.tsx'
import { type ElementReader, textOf } from '#tests/read-element.ts'
import { meera } from '#tests/viewers.ts'

type Shell = LoaderData<typeof shell>
type TeamOptions = Omit<Options, 'layout'> & {
  /** Overrides of the shell’s data. */
  shell?: Partial<Shell> | (() => Partial<Shell>)
}

/** Renders a team route inside its shell, as Meera, who has just confirmed her password. */
export function openTeamScreen<Module extends PageModule>(page: Module, options: TeamOptions & DataOf<Module>) {
  const { shell: overrides = {}, ...rest } = options
  const data = () => ({ ...defaultShell, ...(typeof overrides === 'function' ? overrides() : overrides) })
  return openScreen<Module>(page, {
    viewer: meera,
    ...rest,
    layout: { id: 'routes/team/shell', module: shell, data },
  })
}

/** The texts of the buttons of the page, without the navigation of the team. */
export function pageButtonTexts(main: ElementReader): string[] {
  const navigation = main.getByRole('navigation', { name: 'Team' })
  return main
    .queryAllByRole('button')
    .filter((button) => !navigation.contains(button))
    .map(textOf)
}

/** Confirms an action in its open dialog, and returns the text of the dialog. */
export async function confirm(user: ReturnType<typeof openScreen>['user']): Promise<string> {
  const dialog = await screen.findByRole('dialog', { name: 'Please confirm' })
  const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '')
  const text = textOf(description)
  const [, button] = within(dialog).getAllByRole('button')
  await user.click(button as HTMLElement)
  return text
}

const defaultShell: Shell = {
  waiting: { withdrawals: 0, tickets: 0, applications: 0, experts: 0, pairs: 0, corrections: 0 },
  passwordIsRecent: true,
  now,
  teamRole: 'administrator',
}
