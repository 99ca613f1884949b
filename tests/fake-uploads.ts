import { vi } from 'vitest'

type Upload = {
  url: string
  body: Blob
  progress(percent: number): void
  answer(body: object, status?: number): void
  fail(): void
  isAborted: boolean
}

/** Replaces XMLHttpRequest, so that the test decides how each upload ends. */
export function captureUploads(): Upload[] {
  const uploads: Upload[] = []
  class FakeRequest extends EventTarget {
    upload = new EventTarget()
    status = 0
    responseText = ''
    #url = ''
    #recorded: Upload | undefined
    open(_method: string, url: string): void {
      this.#url = url
    }
    setRequestHeader(): void {}
    getResponseHeader = () => 'application/json'
    send(body: Blob): void {
      this.#recorded = {
        url: this.#url,
        body,
        isAborted: false,
        progress: (percent) => {
          const details = { loaded: percent, total: 100, lengthComputable: true }
          this.upload.dispatchEvent(Object.assign(new Event('progress'), details))
        },
        answer: (answered, status = 200) => {
          this.status = status
          this.responseText = JSON.stringify(answered)
          this.dispatchEvent(new Event('load'))
        },
        fail: () => this.dispatchEvent(new Event('error')),
      }
      uploads.push(this.#recorded)
    }
    abort(): void {
      if (this.#recorded) this.#recorded.isAborted = true
      this.dispatchEvent(new Event('abort'))
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  return uploads
}
