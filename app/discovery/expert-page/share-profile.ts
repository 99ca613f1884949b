/** A profile link. A title and a text are added for the share sheet of the device. */
export type SharedProfile = { url: string; title?: string; text?: string }
export type ShareResult = 'shared' | 'copied' | 'cancelled' | 'failed'

/** Props of a share button. The inline script of the page reads them, see `entry.taps.ts`. */
export function shareButtonProps(profile: SharedProfile) {
  return { 'data-share': JSON.stringify(profile) }
}

/**
 * Shares before React has loaded: browsers open the share sheet and write to the clipboard only for the user's own
 * event, not for a replayed one.
 */
export function shareImmediately({ dataset }: HTMLElement): Promise<ShareResult> | undefined {
  return dataset.share === undefined ? undefined : share(JSON.parse(dataset.share) as SharedProfile)
}

/** Opens the device's share sheet. Copies the link if there is no sheet or it fails, but not if the user closes it. */
export async function share(profile: SharedProfile): Promise<ShareResult> {
  if (profile.text && 'share' in navigator) {
    try {
      await navigator.share(profile)
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'cancelled'
    }
  }
  try {
    // Without https there is no clipboard.
    await navigator.clipboard.writeText([profile.text, profile.url].filter(Boolean).join('\n'))
    return 'copied'
  } catch {
    return 'failed'
  }
}
