import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ComponentType, type ContextType, type ReactElement, useEffect } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createRoutesStub,
  data,
  Outlet,
  type ShouldRevalidateFunction,
  useLocation,
  useRouteLoaderData,
} from 'react-router'
import { useUnshownAnswers } from '#app/base/forms/unshown-answers.ts'
import { usePageKeeper } from '#app/base/keep-page.ts'
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
import { ShowRequestContext } from '#app/experts/open-request-context.ts'
import { RequestDialogProvider } from '#app/sessions/request/request-dialog-provider.tsx'
import { RestoreRequest } from '#app/sessions/request/restore-request.tsx'
import { AccountSync } from '#app/shell/account-sync.tsx'
import { AccountUpdates } from '#app/shell/account-updates.tsx'
import { pageMiddleware } from '#app/shell/page-middleware.ts'
import { loadRequestDialog } from '#app/shell/signed-in-module.ts'
import { ToastHost } from '#app/ui/toast-host.tsx'
import type { Product } from '#kernel/product.ts'
import { type FieldProblems, Refusal, type RefusalCode } from '#kernel/refusals.ts'
import type { ClientMessage, ServerMessage, Topic, TopicState } from '#live/protocol.ts'
import { readElement } from '#tests/read-element.ts'

/** The current time in component tests: noon in India. */
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

/** The return type of a route’s loader, so that the compiler finds outdated test data. */
export type LoaderData<Module extends PageModule> = Module extends { loader: (args: never) => infer Loaded }
  ? Awaited<Loaded>
  : undefined

/** A submitted form: its target and fields. A repeated name has a list of values. */
export type Sent = { to: string; fields: Record<string, string | string[]> }

export type Options = {
  /** The current URL. */
  at: string
  /** The route pattern, if it has parameters. */
  path?: string
  viewer?: Viewer | null
  /**
   * The server’s response to a form. Throw a `TypeError` to simulate a network failure. Without `answer`, each form
   * throws an error.
   */
  answer?: (sent: Sent) => unknown
  /** The response to a form that was sent without scripts: the page is rendered with it. */
  answered?: unknown
  /** The error of the first load. */
  error?: unknown
  /** Reloads the data shortly after a form’s response, as over a network, instead of together with it. */
  loadsLater?: boolean
  /** A layout route, such as the team shell. */
  layout?: { id: string; module: PageModule; data: () => unknown }
  calls?: CallStarter | null
  joinBookedCall?: JoinBookedCall | null
  showRequest?: ShowRequest | null
  /** Simulates a lost live connection. */
  liveIsLost?: boolean
  /** Shows the page as the server renders it, until the test calls `loadScripts`. */
  beforeScripts?: boolean
}

/** The loader’s data: constant, or computed from the request when the loader reads the URL. */
export type DataOf<Module extends PageModule> = {
  data: LoaderData<Module> | ((request: Request) => LoaderData<Module>)
}

/** Renders a route with loader data, inside the frame’s providers. */
export function openScreen<Module extends PageModule>(page: Module, options: Options & DataOf<Module>) {
  const { at, path, viewer = null, answer, answered, error, layout } = options
  const { calls = null, joinBookedCall = null, showRequest = null } = options
  const { liveIsLost = false, loadsLater = false, beforeScripts = false } = options
  const load = ({ request }: { request: Request }) =>
    typeof options.data === 'function' ? (options.data as (request: Request) => unknown)(request) : options.data
  const sent: Sent[] = []
  const currentUrl = { current: at }
  const onUrl = (url: string) => void (currentUrl.current = url)
  const live = createFakeLive()
  let currentViewer = viewer
  const rootData = {
    product,
    viewer,
    zone,
    flash: null,
    surroundings: { onUrl, live, liveIsLost, calls, joinBookedCall, showRequest },
  }
  const action = async ({ request }: { request: Request }) => {
    const form = await readForm(request)
    sent.push(form)
    if (!answer) throw new Error(`no form may be sent here, but this was: ${JSON.stringify(form)}`)
    return answer(form)
  }
  const pageRoute = {
    id: 'page',
    path: path ?? new URL(at, origin).pathname,
    Component: page.default as ComponentType,
    ErrorBoundary: page.ErrorBoundary as ComponentType | undefined,
    loader: withClientLoader(page, loadsLater ? delay(load) : load),
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
  // A catch-all route for links, which also records forms sent to other URLs.
  const elsewhere = { id: 'elsewhere', path: '*', Component: () => null, loader: () => null, action }
  const children = [layoutRoute ?? pageRoute, elsewhere]
  const loadRoot = () => ({ ...rootData, viewer: currentViewer })
  const Routes = createRoutesStub([
    // The type of this stub allows only middleware of a server.
    { id: 'root', Component: TestProviders, loader: loadRoot, middleware: pageMiddleware as [], children },
  ])
  const request = new Request(new URL(at, origin))
  const loaderData = {
    root: rootData,
    ...(layout && { [layout.id]: layout.data() }),
    ...(error === undefined && { page: load({ request }) }),
  }
  const errors = error === undefined ? null : { page: error }
  const actionData = answered === undefined ? null : { page: answered }
  const screen = <Routes initialEntries={[at]} hydrationData={{ loaderData, actionData, errors }} />
  const loadScripts = beforeScripts ? renderOnServer(screen) : () => undefined
  if (!beforeScripts) render(screen)
  const main = document.querySelector('main')
  if (!main) throw new Error('the page could not be rendered')
  return {
    user: newUserEvents(),
    sent,
    /** Changes the signed-in person on the server. The page shows the change after it reloads its data. */
    serveViewer: (newViewer: Viewer | null) => void (currentViewer = newViewer),
    /** The current URL. */
    url: currentUrl,
    live,
    /** Hydrates a page that was opened before its scripts. */
    loadScripts,
    main: readElement(main),
  }
}

/** Shows the HTML of the server, and returns a function that hydrates it. */
function renderOnServer(screen: ReactElement): () => void {
  const { container } = render(<div dangerouslySetInnerHTML={{ __html: renderToString(screen) }} />)
  const page = container.firstElementChild
  if (!page) throw new Error('the page could not be rendered')
  return () => void render(screen, { container: page, hydrate: true })
}

type LoaderArgs = { request: Request }
type Loader = (args: LoaderArgs) => unknown
type Action = (args: LoaderArgs) => Promise<unknown>

function delay(load: Loader): Loader {
  return async (args) => {
    await new Promise((resolve) => setTimeout(resolve))
    return load(args)
  }
}

/** A route with a client loader gets the server’s response through it. */
function withClientLoader({ clientLoader }: PageModule, load: Loader): Loader {
  if (!clientLoader) return load
  const run = clientLoader as (args: object) => unknown
  return (args) => run({ ...args, serverLoader: async () => load(args) })
}

/** A route with a client action gets the server’s response through it. */
function withClientAction({ clientAction }: PageModule, serverAction: Action): Action {
  if (!clientAction) return serverAction
  const run = clientAction as (args: object) => unknown
  return async (args) => run({ ...args, serverAction: () => serverAction(args) })
}

/** Creates user events. The `pointer-events` check is off: it takes half of each click, and there are no styles. */
function newUserEvents() {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  /** Replaces the text of a field in one step, because typing each key is slow. */
  const fill = async (field: HTMLInputElement | HTMLTextAreaElement, text: string) => {
    field.focus()
    field.select()
    await user.paste(text)
  }
  return { ...user, fill }
}

/** Renders a component with the same providers. */
export function openComponent(part: ReactElement, options: Partial<Options> = {}) {
  return openScreen({ default: () => part }, { at: '/', ...options, data: undefined })
}

/** The server’s response to a refused form. */
export function refusedAnswer(code: RefusalCode, more?: string, problems?: FieldProblems) {
  const refusal = new Refusal(code, more ? { more } : {})
  return data({ refusal: { code, text: refusal.message, ...(problems && { problems }) } }, { status: refusal.status })
}

/** The text of the last toast, as announced. */
export function toastText(): string {
  return document.querySelector('[data-toasts] > .sr-only')?.textContent ?? ''
}

/** The default configuration of a new installation. */
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

type ShowRequest = NonNullable<ContextType<typeof ShowRequestContext>>

type Surroundings = {
  onUrl(url: string): void
  live: ReturnType<typeof createFakeLive>
  liveIsLost: boolean
  calls: CallStarter | null
  joinBookedCall: JoinBookedCall | null
  showRequest: ShowRequest | null
}

/** The providers of app/shell/frame.tsx, without header and footer, and with a fake live connection. */
function TestProviders() {
  const { onUrl, live, liveIsLost, calls, joinBookedCall, showRequest } = (
    useRouteLoaderData('root') as { surroundings: Surroundings }
  ).surroundings
  const { pathname, search, hash } = useLocation()
  useEffect(() => onUrl(pathname + search + hash), [onUrl, pathname, search, hash])
  const viewer = useViewer()
  useUnshownAnswers()
  usePageKeeper()
  return (
    <ZoneProvider serverZone={zone}>
      <LiveContext value={live}>
        <LiveLostContext value={liveIsLost}>
          <CallStarterContext value={calls}>
            <JoinBookedCallContext value={joinBookedCall}>
              <ShowRequestContext value={showRequest}>
                <RequestDialogProvider loadDialog={loadRequestDialog} Restore={RestoreRequest}>
                  <main>
                    <Outlet />
                  </main>
                  <div data-toasts="">
                    <ToastHost />
                  </div>
                  <AccountSync viewer={viewer} />
                  {viewer && <AccountUpdates viewer={viewer} />}
                </RequestDialogProvider>
              </ShowRequestContext>
            </JoinBookedCallContext>
          </CallStarterContext>
        </LiveLostContext>
      </LiveContext>
    </ZoneProvider>
  )
}

/** A fake live connection, where the test publishes the server’s messages. */
function createFakeLive() {
  const watchers = new Map<string, Set<(state: never) => void>>()
  const listeners = new Set<(message: ServerMessage) => void>()
  const sentMessages: ClientMessage[] = []
  return {
    sentMessages,
    watch<T extends Topic>(topic: T, onState: (state: TopicState<T>) => void) {
      const listeners = watchers.get(topic) ?? new Set()
      watchers.set(topic, listeners.add(onState as (state: never) => void))
      return () => void listeners.delete(onState as (state: never) => void)
    },
    /** Delivers to all subscribers of the topic. */
    publish<T extends Topic>(topic: T, state: TopicState<T>) {
      for (const onState of watchers.get(topic) ?? []) onState(state as never)
    },
    /** Delivers a message that belongs to no topic, such as a meter update. */
    receive(message: ServerMessage) {
      for (const listener of listeners) listener(message)
    },
    send: (message: ClientMessage) => sentMessages.push(message) > 0,
    listen(listener: (message: ServerMessage) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
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
