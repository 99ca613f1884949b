// The parts of these packages that benches use. The type check runs where the packages are not installed.

declare module 'autocannon' {
  type Options = { url: string; connections: number; duration: number; headers: Record<string, string> }
  type Result = { non2xx: number; errors: number; requests: { average: number } }
  export default function autocannon(options: Options): Promise<Result>
}

declare module 'chrome-launcher' {
  export function launch(options: {
    chromePath: string
    chromeFlags: string[]
  }): Promise<{ port: number; kill(): void | Promise<void> }>
}

declare module 'puppeteer-core' {
  export type Page = {
    evaluateOnNewDocument(script: () => void): Promise<unknown>
    close(): Promise<void>
  }
  export function connect(options: {
    browserURL: string
    defaultViewport: null
  }): Promise<{ newPage(): Promise<Page>; disconnect(): Promise<void> }>
}

declare module 'lighthouse' {
  import type { Page } from 'puppeteer-core'

  type Flags = { port: number; logLevel: 'silent'; onlyCategories: string[] }
  type Audit = {
    id: string
    scoreDisplayMode: string
    errorMessage?: string
    numericValue?: number
    details?: unknown
  }
  type Result = { lhr: { audits: Record<string, Audit>; categories: Record<string, { score: number | null }> } }
  export default function lighthouse(
    url: string,
    flags: Flags,
    config: undefined,
    page: Page,
  ): Promise<Result | undefined>
}
