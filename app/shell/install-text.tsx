import { Download } from 'lucide-react'

type Props = { name: string; mode: 'prompt' | 'by hand'; onInstall(): void }

export function InstallText({ name, mode, onInstall }: Props) {
  if (mode === 'by hand')
    return <p className="mt-3 text-small text-quiet">To install {name}: tap Share, then Add to Home Screen.</p>
  return (
    <button
      type="button"
      className="mt-3 inline-flex min-h-11 items-center gap-2 text-small text-soft underline underline-offset-4 hover:text-text"
      onClick={onInstall}
    >
      <Download className="size-4" aria-hidden="true" />
      Install {name}
    </button>
  )
}
