import { Copy, Download } from 'lucide-react'
import { useId, useState } from 'react'
import { copyCode, downloadCode, notCopiedText } from '#app/boards/code/keep-code.ts'
import { findLanguage, plainText } from '#app/boards/code/languages.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { ScrollRegion } from '#app/ui/scroll-region.tsx'

type Props = {
  code: string
  /** The stored value. An unknown language is shown as plain text. */
  language: unknown
}

/** The code of a session for reading and printing. It needs no editor, so the page stays small. */
export function CodeView({ code, language: stored }: Props) {
  const titleId = useId()
  const [message, setMessage] = useState('')
  const language = findLanguage(stored) ?? plainText
  const copy = async () => setMessage((await copyCode(code)) ? 'Copied.' : notCopiedText)
  return (
    <div>
      <div className="flex items-center">
        <h3 id={titleId} className="mr-auto text-small font-semibold">
          Code
          {language !== plainText && <span className="font-normal text-quiet"> · {language.name}</span>}
        </h3>
        <p role="status" className="text-small text-soft">
          {message}
        </p>
        <IconButton
          label="Copy the code"
          icon={<Copy className="size-5" aria-hidden="true" />}
          className="print:hidden"
          onClick={() => void copy()}
        />
        <IconButton
          label={`Download as code.${language.extension}`}
          icon={<Download className="size-5" aria-hidden="true" />}
          className="print:hidden"
          onClick={() => downloadCode(code, language)}
        />
      </div>
      <ScrollRegion
        labelledBy={titleId}
        className="max-h-96 overflow-auto rounded-control border border-line bg-ink p-4 print:max-h-none"
      >
        <pre translate="no" className="w-max text-small print:w-auto print:whitespace-pre-wrap">
          {code}
        </pre>
      </ScrollRegion>
    </div>
  )
}
