import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, type ReactElement, useEffect } from 'react'
import {
  createRoutesStub,
  data,
  Outlet,
  type ShouldRevalidateFunction,
  useLocation,
  useRouteLoaderData,
} from 'react-router'
import { useUnshownAnswers } from '#app/base/forms/unshown-answers.ts'
import { LiveContext, LiveLostContext } from '#app/base/live/live-provider.tsx'
import { useViewer } from '#app/base/use-viewer.ts'
import type { Viewer } from '#app/base/viewer.ts'
import { ZoneProvider } from '#app/base/zone.tsx'
import {
  type CallStarter,
  CallStarterContext,
  type JoinBookedCall,
  JoinBookedCallContext,
} from '#app/call/engine/calls-context.ts'
import { RequestDialogProvider } from '#app/sessions/request/request-dialog-provider.tsx'
import { AccountSync } from '#app/shell/account-sync.tsx'
import { loadRequestDialog } from '#app/shell/signed-in-module.ts'
import { ToastHost } from '#app/ui/toast-host.tsx'
import type { Product } from '#kernel/product.ts'
import { Refusal, type RefusalCode } from '#kernel/refusals.ts'
import type { Topic, TopicState } from '#live/protocol.ts'
import { readElement } from '#tests/read-element.ts'

/** The time on every screen: noon in India. */
export const now = new Date('2026-05-04T06:30:00Z')

/** A route of app, without its server side. */
export type PageModule = {
  default: ComponentType<never>
  loader?: (args: never) => unknown
  clientLoader?: (args: never) => unknown
  clientAction?: (args: never) => unknown
  ErrorBoundary?: ComponentType<never>
  shouldRevalidate?: unknown
}

/** What the loader of a route returns, so that the compiler finds every test whose data are out of date. */
export type LoaderData<Module extends PageModule> = Module extends { loader: (args: never) => infer Loaded }
  ? Awaited<Loaded>
  : undefined

/** What a form has sent: where to, and its fields. A name that is sent more than once has a list of values. */
export type Sent = { to: string; fields: Record<string, string | string[]> }

export type Options = {
  /** The address that is open. */
  at: string
  /** The pattern of its route, where it has parameters. */
  path?: string
  viewer?: Viewer | null
  /** What the server answers to a form, or throws: a `TypeError` is a network that failed. Without it nothing may be sent. */
  answer?: (sent: Sent) => unknown
  /** Why the page could not be loaded when it was opened. */
  error?: unknown
  /** What a form has changed is loaded a moment after its answer, as over a network, and not together with it. */
  loadsLater?: boolean
  /** A route around the page, such as the shell of the team. */
  layout?: { id: string; module: PageModule; data: () => unknown }
  calls?: CallStarter | null
  joinBookedCall?: JoinBookedCall | null
  /** The live connection is gone. */
  liveIsLost?: boolean
}

/** What the loader returns: always the same, or computed for each request, as for a table that reads the address. */
export type DataOf<Module extends PageModule> = {
  data: LoaderData<Module> | ((request: Request) => LoaderData<Module>)
}

/** Renders a route with the data that its loader would have returned, inside what the frame gives to every page. */
export function openScreen<Module extends PageModule>(page: Module, options: Options & DataOf<Module>) {
  const { at, path, viewer = null, answer, error, layout, calls = null, joinBookedCall = null } = options
  const { liveIsLost = false, loadsLater = false } = options
  const load = ({ request }: { request: Request }) =>
    typeof options.data === 'function'
      ? (options.data as (request: Request) => unknown)(request)
      : options.data
  const sent: Sent[] = []
  const currentAddress = { current: at }
  const onAddress = (address: string) => {
    currentAddress.current = address
  }
  const live = fakeLive()
  const rootData = {
    product,
    viewer,
    zone,
    flash: null,
    surroundings: { onAddress, live, liveIsLost, calls, joinBookedCall },
  }
  const action = async ({ request }: { request: Request }) => {
    const form = await readForm(request)
    sent.push(form)
    if (!answer) throw new Error(`nothing may be sent here, but this was: ${JSON.stringify(form)}`)
    return answer(form)
  }
  const pageRoute = {
    id: 'page',
    path: path ?? new URL(at, origin).pathname,
    Component: page.default as ComponentType,
    ErrorBoundary: page.ErrorBoundary as ComponentType | undefined,
    loader: withClientLoader(page, loadsLater ? later(load) : load),
    action: withClientAction(page, action),
    shouldRevalidate: page.shouldRevalidate as ShouldRevalidateFunction | undefined,
  }
  const layoutRoute = layout && {
    id: layout.id,
    Component: layout.module.default as ComponentType,
    loader: layout.data,
    shouldRevalidate: layout.module.shouldRevalidate as ShouldRevalidateFunction | undefined,
    children: [pageRoute],
  }
  // Links lead here, and forms for other addresses are recorded, too.
  const elsewhere = { id: 'elsewhere', path: '*', Component: () => null, loader: () => null, action }
  const children = [layoutRoute ?? pageRoute, elsewhere]
  const Routes = createRoutesStub([
    { id: 'root', Component: TestProviders, loader: () => rootData, children },
  ])
  const request = new Request(new URL(at, origin))
  const loaderData = {
    root: rootData,
    ...(layout && { [layout.id]: layout.data() }),
    ...(error === undefined && { page: load({ request }) }),
  }
  const errors = error === undefined ? null : { page: error }
  render(<Routes initialEntries={[at]} hydrationData={{ loaderData, errors }} />)
  const main = document.querySelector('main')
  if (!main) throw new Error('the page could not be rendered')
  return {
    user: newUserEvents(),
    sent,
    /** The address that one is at now. */
    place: currentAddress,
    live,
    main: readElement(main),
  }
}

type LoaderArgs = { request: Request }
type Loader = (args: LoaderArgs) => unknown
type Action = (args: LoaderArgs) => Promise<unknown>

function later(load: Loader): Loader {
  return async (args) => {
    await new Promise((resolve) => setTimeout(resolve))
    return load(args)
  }
}

/** A route that deals with answers in the browser gets the server's, as it does there. */
function withClientLoader({ clientLoader }: PageModule, load: Loader): Loader {
  if (!clientLoader) return load
  const own = clientLoader as (args: object) => unknown
  return (args) => own({ ...args, serverLoader: async () => load(args) })
}

/** The same for forms. */
function withClientAction({ clientAction }: PageModule, serverAction: Action): Action {
  if (!clientAction) return serverAction
  const own = clientAction as (args: object) => unknown
  return async (args) => own({ ...args, serverAction: () => serverAction(args) })
}

/** The person before the screen. The check for `pointer-events` is off: it costs half of a click, and there is no style here. */
function newUserEvents() {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  /** Puts a text in place of what stands in a field, in one go: each key would cost as much. */
  const fill = async (field: HTMLInputElement | HTMLTextAreaElement, text: string) => {
    field.focus()
    field.select()
    await user.paste(text)
  }
  return { ...user, fill }
}

/** The same for a part of a page. */
export function openComponent(part: ReactElement, options: Partial<Options> = {}) {
  return openScreen({ default: () => part }, { at: '/', ...options, data: undefined })
}

/** What the server answers to a form that it refuses. */
export function refusedAnswer(code: RefusalCode, more?: string) {
  const refusal = new Refusal(code, more ? { more } : {})
  return data({ refusal: { code, text: refusal.message } }, { status: refusal.status })
}

/** The words of the last toast, as they are read out. */
export function toastText(): string {
  return document.querySelector('[data-toasts] > .sr-only')?.textContent ?? ''
}

/** As a new installation is configured. */
export const product: Product = {
  name: 'Samjhao',
  origin: 'http://localhost:3000',
  contacts: {
    supportEmail: 'support@samjhao.example',
    hiringEmail: 'hiring@samjhao.example',
    legalEmail: 'legal@samjhao.example',
    privacyEmail: 'privacy@samjhao.example',
    grievanceOfficer: { name: 'Meera Iyer', email: 'grievance@samjhao.example' },
    phone: '+91 80 0000 0000',
  },
}

const { origin } = product
const zone = 'Asia/Kolkata'

type TestProviders = {
  onAddress(address: string): void
  live: ReturnType<typeof fakeLive>
  liveIsLost: boolean
  calls: CallStarter | null
  joinBookedCall: JoinBookedCall | null
}

/** What app/shell/frame.tsx gives to every page, without header and footer, and with a connection that the test plays. */
function TestProviders() {
  const { onAddress, live, liveIsLost, calls, joinBookedCall } = (
    useRouteLoaderData<{ surroundings: TestProviders }>('root') as { surroundings: TestProviders }
  ).surroundings
  const { pathname, search, hash } = useLocation()
  useEffect(() => onAddress(pathname + search + hash), [onAddress, pathname, search, hash])
  const viewer = useViewer()
  useUnshownAnswers()
  return (
    <ZoneProvider known={zone}>
      <LiveContext value={live}>
        <LiveLostContext value={liveIsLost}>
          <CallStarterContext value={calls}>
            <JoinBookedCallContext value={joinBookedCall}>
              <RequestDialogProvider loadDialog={loadRequestDialog}>
                <main>
                  <Outlet />
                </main>
                <div data-toasts="">
                  <ToastHost />
                </div>
                <AccountSync viewer={viewer} />
              </RequestDialogProvider>
            </JoinBookedCallContext>
          </CallStarterContext>
        </LiveLostContext>
      </LiveContext>
    </ZoneProvider>
  )
}

/** A live connection on which the test says what the server would. */
function fakeLive() {
  const watchers = new Map<string, Set<(state: never) => void>>()
  return {
    watch<T extends Topic>(topic: T, onState: (state: TopicState<T>) => void) {
      const own = watchers.get(topic) ?? new Set()
      watchers.set(topic, own.add(onState as (state: never) => void))
      return () => void own.delete(onState as (state: never) => void)
    },
    /** Reaches everybody who watches the topic. */
    publish<T extends Topic>(topic: T, state: TopicState<T>) {
      for (const onState of watchers.get(topic) ?? []) onState(state as never)
    },
    send: () => true,
    listen: () => () => undefined,
    keepOpen: () => () => undefined,
    reconnect: () => undefined,
    check: () => undefined,
    close: () => undefined,
  }
}

async function readForm(request: Request): Promise<Sent> {
  const form = await request.formData()
  const { pathname, search } = new URL(request.url)
  const fields: Sent['fields'] = {}
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name).map(String)
    fields[name] = values.length > 1 ? values : (values[0] ?? '')
  }
  return { to: pathname + search, fields }
}
