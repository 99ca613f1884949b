import { toast } from '#app/ui/toast.ts'

export async function copyLink(url: string): Promise<void> {
  await copy(url, 'Profile link copied to clipboard!')
}

/** Opens the device's share sheet, or copies to the clipboard if it is missing or fails. Closing it is not a failure. */
export async function shareProfile(profile: { title: string; text: string; url: string }): Promise<void> {
  if ('share' in navigator) {
    try {
      await navigator.share(profile)
      toast({ kind: 'success', text: 'Thanks for sharing!', id: 'share' })
      return
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  await copy(`${profile.text}\n${profile.url}`, 'Expert profile link copied to clipboard!')
}

async function copy(text: string, doneText: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ kind: 'success', text: doneText, id: 'share' })
  } catch {
    toast({ kind: 'error', text: 'Failed to copy link', id: 'share' })
  }
}
