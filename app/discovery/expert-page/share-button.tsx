import { Share2 } from 'lucide-react'
import { takeEarlyResult } from '#app/base/taps/early-taps.ts'
import {
  share,
  shareButtonProps,
  type SharedProfile,
  type ShareResult,
} from '#app/discovery/expert-page/share-profile.ts'
import { Button } from '#app/ui/button.tsx'
import { toast, type Toast } from '#app/ui/toast.ts'

type Props = { profile: SharedProfile; copiedText: string }

/** Shares a profile. Without scripts, it is a link that opens a mail. */
export function ShareButton({ profile, copiedText }: Props) {
  const content = (
    <>
      <Share2 className="size-4.5" aria-hidden="true" />
      Share Profile
    </>
  )
  const onClick = async (button: HTMLElement) => {
    const result = (await (takeEarlyResult(button) ?? share(profile))) as ShareResult
    const message = resultToast(result, copiedText)
    if (message) toast({ ...message, id: 'share' })
  }
  return (
    <>
      <Button
        variant="quiet"
        {...shareButtonProps(profile)}
        onClick={({ currentTarget }) => void onClick(currentTarget)}
        className="w-full noscript:hidden"
      >
        {content}
      </Button>
      <a
        href={mailtoUrl(profile)}
        className="hidden min-h-11 items-center justify-center gap-2 font-semibold text-soft noscript:flex"
      >
        {content}
      </a>
    </>
  )
}

function resultToast(result: ShareResult, copiedText: string): Toast | undefined {
  switch (result) {
    case 'shared':
      return { kind: 'success', text: 'Thanks for sharing!' }
    case 'copied':
      return { kind: 'success', text: copiedText }
    case 'failed':
      return { kind: 'error', text: 'Failed to copy link' }
    case 'cancelled':
      return undefined
  }
}

function mailtoUrl({ url, title, text }: SharedProfile): string {
  const body = [text, url].filter(Boolean).join('\n')
  return `mailto:?${[title && `subject=${encodeURIComponent(title)}`, `body=${encodeURIComponent(body)}`].filter(Boolean).join('&')}`
}
