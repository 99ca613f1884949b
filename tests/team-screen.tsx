import * as shell from '#app/team/shell/shell.route.tsx'
import { type DataOf, type LoaderData, now, openScreen, type Options, type PageModule } from '#tests/screen.tsx'
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

const defaultShell: Shell = {
  waiting: { withdrawals: 0, tickets: 0, applications: 0, experts: 0, corrections: 0 },
  passwordIsRecent: true,
  now,
  teamRole: 'administrator',
}
