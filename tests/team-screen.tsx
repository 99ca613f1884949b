import * as shell from '#app/team/shell/shell.route.tsx'
import {
  type DataOf,
  type LoaderData,
  now,
  openScreen,
  type Options,
  type PageModule,
} from '#tests/screen.tsx'
import { meera } from '#tests/viewers.ts'

type Shell = LoaderData<typeof shell>
type TeamOptions = Omit<Options, 'layout'> & {
  /** What the shell around the page knows besides the usual. */
  shell?: Partial<Shell> | (() => Partial<Shell>)
}

/** Renders a route of the team inside its shell. Meera looks at it, who has given her password a moment ago. */
export function openTeamScreen<Module extends PageModule>(
  page: Module,
  options: TeamOptions & DataOf<Module>,
) {
  const { shell: known = {}, ...rest } = options
  const data = () => ({ ...usual, ...(typeof known === 'function' ? known() : known) })
  return openScreen<Module>(page, {
    viewer: meera,
    ...rest,
    layout: { id: 'routes/team/shell', module: shell, data },
  })
}

const usual: Shell = {
  waiting: { withdrawals: 0, tickets: 0, applications: 0, experts: 0, corrections: 0 },
  passwordIsRecent: true,
  now,
}
