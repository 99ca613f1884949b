import { Button } from '#app/ui/button.tsx'
import { Notice } from '#app/ui/notice.tsx'

type Props = {
  /** The stored content with its verb, such as 'hours were'. */
  changed: string
  onShow(): void
  onKeep(): void
}

/** Offers the choice between the newer stored content and the input of this form. */
export function NewerVersion({ changed, onShow, onKeep }: Props) {
  return (
    <Notice
      announce
      title={`Your ${changed} changed in another tab or on another device`}
      action={
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" size="small" onClick={onShow}>
            Show the newer version
          </Button>
          <Button variant="quiet" size="small" onClick={onKeep}>
            Keep what I entered
          </Button>
        </div>
      }
    >
      What you entered is still here, but it is not saved. Show the newer version, or keep yours and save it instead.
    </Notice>
  )
}

/** The version that a form sends along. */
export function SeenVersion({ version }: { version: string | undefined }) {
  return version ? <input type="hidden" name="version" value={version} /> : null
}
